# Speaks with gpcbench, so that a method needs two functions alone. It depends on nothing but R.
#
#   source("gpcbench.R")
#   fit <- function(x, y, trace, ...) {      # x a matrix, y a factor, options as the specification has them
#     ...                                    # trace(iteration, objective, model) is FALSE when to stop
#     model                                  # something that saveRDS takes
#   }
#   predict_rows <- function(model, x) p     # a matrix: a row for each of x, a column for each level of y
#   gpcbench(fit, predict_rows, name = "My method", version = "1")
#
# A parameter of fit called classes, seed, threads, schema or resume gets what its name says. converged("why")
# says that the fit has come to its end.

gpcbench <- function(fit, predict, name, version = "", want = "matrix", snapshots = TRUE, gpu = FALSE,
                     same_bits = FALSE) {
  wire <- gpcbench_wire()
  hello <- wire$hear()
  schema <- gpcbench_json(paste(readLines(hello$schema, encoding = "UTF-8", warn = FALSE), collapse = "\n"))
  loaded <- setdiff(loadedNamespaces(), c("base", "compiler", "utils", "tools"))
  libraries <- sapply(loaded, function(p) as.character(utils::packageVersion(p)), simplify = FALSE)
  wire$say(type = "ready", protocol = 1, name = name, version = version, language = paste0("R ", getRversion()),
           libraries = libraries, want = want, snapshots = snapshots, gpu = gpu, same_bits = same_bits,
           checkpoints = "resume" %in% names(formals(fit)))
  held <- if (is.null(hello$restore)) NULL else readRDS(hello$restore)
  at <- ""                                    # the snapshot that is read, "" for the state at the end
  read <- NULL
  answer <- function(message) {
    if (message$type == "fit") {
      gpcbench_end$iteration <- 0
      held <<- gpcbench_fit(fit, wire, hello, schema, message)
      end <- gpcbench_end
      wire$say(type = "done", iteration = end$iteration, objective = end$objective, converged = end$converged,
               reason = end$reason)
      return()
    }
    if (!is.null(message$snapshot) && at != message$snapshot) {
      at <<- message$snapshot
      read <<- readRDS(at)
    }
    p <- predict(if (is.null(message$snapshot)) held else read, gpcbench_inputs(message, schema))
    writeBin(as.vector(t(p)), message$out, size = 8, endian = "little")
    wire$say(type = "probabilities", file = message$out, shape = dim(p))
  }
  tryCatch({
    while ((message <- wire$hear(held))$type != "bye") answer(message)
  }, error = function(why) {
    print(why)
    kind <- if (grepl("cannot allocate", conditionMessage(why))) "memory" else "other"
    wire$say(type = "failed", kind = kind, message = substr(conditionMessage(why), 1, 2000))
  })
}

# What is known of the end of a fit.
gpcbench_end <- list2env(list(iteration = 0, objective = NULL, converged = FALSE, reason = ""))
converged <- function(reason = "") {
  gpcbench_end$converged <- TRUE
  gpcbench_end$reason <- reason
}

# Lines of JSON, to and fro. hear returns the next message; before it, writes what of the state is asked for.
gpcbench_wire <- function() {
  address <- strsplit(Sys.getenv("GPCBENCH_SOCKET"), ":")[[1]]
  if (length(address) == 2) {
    incoming <- socketConnection(address[1], as.integer(address[2]), blocking = TRUE, open = "r+b", timeout = 1e6)
    outgoing <- incoming
  } else if (nzchar(Sys.getenv("GPCBENCH_PROTOCOL"))) {
    incoming <- file("/dev/fd/3", "r", raw = TRUE)
    outgoing <- file("/dev/fd/4", "w", raw = TRUE)
  } else {
    stop("this method is started by runexp: runexp run SPECIFICATION", call. = FALSE)
  }
  say <- function(...) {
    writeLines(gpcbench_text(list(...)), outgoing, useBytes = TRUE)
    flush(outgoing)
  }
  hear <- function(model = NULL, resume = NULL) {
    repeat {
      line <- readLines(incoming, 1, encoding = "UTF-8")
      if (length(line) == 0) return(list(type = "bye"))   # runexp has gone
      message <- gpcbench_json(line)
      if (!message$type %in% c("snapshot", "checkpoint")) return(message)
      state <- if (message$type == "snapshot") model else resume
      saveRDS(state, message$path, compress = FALSE)
      say(type = message$type, path = if (is.null(state)) NULL else message$path)
    }
  }
  if (length(address) == 2) say(type = "token", token = Sys.getenv("GPCBENCH_TOKEN"))
  list(say = say, hear = hear)
}

# Calls fit.
gpcbench_fit <- function(fit, wire, hello, schema, message) {
  set.seed(hello$seed %% .Machine$integer.max)
  known <- list(classes = schema$classes, seed = hello$seed, threads = hello$threads, schema = schema, resume = NULL)
  if (!is.null(hello$checkpoint)) {
    resume <- readRDS(hello$checkpoint$path)
    known$resume <- resume[c("iteration", "model")]
    assign(".Random.seed", resume$random, envir = globalenv())
  }
  shape <- message$y$shape
  y <- readBin(message$y$file, "double", prod(shape), size = 8, endian = "little")
  y <- if (length(shape) == 1) factor(schema$classes[y + 1], levels = schema$classes) else matrix(y, shape[1], byrow = TRUE)
  due <- 1
  heard <- proc.time()[["elapsed"]]
  stopped <- FALSE
  # Tells how far fit is, at iterations 1, 2, 3, 5, 6, 7, 10, 12, .. and ten times a second. FALSE: stop.
  trace <- function(iteration, objective = NULL, model = NULL) {
    gpcbench_end$iteration <- iteration
    gpcbench_end$objective <- objective
    wanted <- hello$trace && iteration >= due
    if (stopped || (!wanted && proc.time()[["elapsed"]] < heard + 0.1)) return(!stopped)
    while (due <= iteration) due <<- min(Filter(function(t) t > due, floor(10^((0:200) / 10))))
    wire$say(type = "trace", iteration = iteration, objective = objective)
    resume <- list(iteration = iteration, model = model, random = get0(".Random.seed", globalenv()))
    stopped <<- wire$hear(model, resume)$type != "continue"
    heard <<- proc.time()[["elapsed"]]
    !stopped
  }
  asked <- known[intersect(names(known), names(formals(fit)))]
  do.call(fit, c(list(gpcbench_inputs(message, schema), y, trace), as.list(hello$options), asked))
}

# A matrix, a data frame of columns, or a sparse matrix of package Matrix.
gpcbench_inputs <- function(message, schema) {
  if (!is.null(message$table)) {
    kinds <- c(number = "numeric", category = "character")
    classes <- kinds[sapply(schema$table, function(column) column$kind)]
    return(utils::read.csv(message$table$file, colClasses = unname(classes), na.strings = "", check.names = FALSE, encoding = "UTF-8"))
  }
  x <- message$x
  whole <- function(file) readBin(file, "integer", file.size(file) / 4, size = 4, endian = "little")[c(TRUE, FALSE)]
  if (!is.null(x$indptr)) {
    values <- readBin(x$values, "double", file.size(x$values) / 8, size = 8, endian = "little")
    return(Matrix::sparseMatrix(j = whole(x$indices) + 1, p = whole(x$indptr), x = values, dims = x$shape))
  }
  values <- readBin(x$file, "double", prod(x$shape), size = 8, endian = "little")
  matrix(values, x$shape[1], x$shape[2], byrow = TRUE, dimnames = list(NULL, schema$attributes))
}

# JSON of a value: a named list, numbers, texts, truths, NULL.
gpcbench_text <- function(value) {
  quoted <- function(text) {
    text <- gsub('(["\\\\])', "\\\\\\1", enc2utf8(as.character(text)))
    paste0('"', gsub("[[:cntrl:]]", " ", text), '"')
  }
  if (is.list(value)) {
    return(paste0("{", paste0(quoted(names(value)), ":", vapply(value, gpcbench_text, ""), collapse = ","), "}", recycle0 = FALSE))
  }
  if (length(value) == 0) return("null")
  each <- if (is.character(value)) quoted(value) else if (is.logical(value)) {
    ifelse(is.na(value), "null", tolower(value))
  } else {
    whole <- value == trunc(value) & abs(value) < 2^53   # 100000, not 1e+05
    ifelse(is.finite(value), ifelse(whole, sprintf("%.0f", value), sprintf("%.17g", value)), "null")
  }
  if (length(each) == 1) each else paste0("[", paste(each, collapse = ","), "]")
}

# The value of JSON: objects are named lists, arrays of numbers or texts are vectors.
gpcbench_json <- function(text) {
  pattern <- '"(?:[^"\\\\]|\\\\.)*"|-?[0-9][-+.eE0-9]*|[][{}:,]|true|false|null'
  tokens <- regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
  at <- 0
  following <- function() tokens[at <<- at + 1]
  value <- function(token) {
    first <- substr(token, 1, 1)
    if (first == '"') return(gpcbench_unquoted(token))
    if (!first %in% c("[", "{")) return(switch(token, true = TRUE, false = FALSE, null = NULL, as.numeric(token)))
    items <- list()
    while (!(token <- following()) %in% c("]", "}")) {
      if (token == ",") token <- following()
      key <- length(items) + 1
      if (first == "{") {
        key <- gpcbench_unquoted(token)
        at <<- at + 1                          # the colon
        token <- following()
      }
      items[key] <- list(value(token))
    }
    if (first == "[" && all(vapply(items, is.atomic, TRUE) & lengths(items) == 1)) unlist(items) else items
  }
  value(following())
}

gpcbench_unquoted <- function(token) {
  text <- substr(token, 2, nchar(token) - 1)
  if (!grepl("\\\\", text)) return(text)
  marks <- gregexpr("\\\\(u[0-9a-fA-F]{4}|.)", text)
  regmatches(text, marks)[[1]] <- vapply(regmatches(text, marks)[[1]], function(mark) {
    if (nchar(mark) == 6) return(intToUtf8(strtoi(substr(mark, 3, 6), 16)))
    switch(substr(mark, 2, 2), n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", substr(mark, 2, 2))
  }, "")
  text
}
