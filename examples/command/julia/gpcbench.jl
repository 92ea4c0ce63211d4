# Speaks with gpcbench, so that a method needs two functions alone. It depends on nothing but Julia 1.6 or later.
#
#   include("gpcbench.jl")
#   fit(x, y, trace; iterations = 100) = model    # x: a row each, y: classes 1, 2, ..; options as the specification has them
#   predict(model, x) = p                         # a row for each of x, a column for each class
#   Gpcbench.main(fit, predict; name = "My method", version = "1")
#
# trace(iteration, objective, model) is false when fit is to stop; trace.converged and trace.reason may be set. A keyword
# of fit called classes, seed, threads, schema or resume gets what its name says. A model is what serialize takes.
# Before the clock starts, fit and predict are called once with a few random rows, so that they are compiled.
module Gpcbench

using Random, Serialization, Sockets, SparseArrays

struct Wire
    incoming::IO
    outgoing::IO
end

function Wire()
    if haskey(ENV, "GPCBENCH_SOCKET")
        host, port = rsplit(ENV["GPCBENCH_SOCKET"], ":"; limit = 2)
        both = connect(String(host), parse(Int, port))
        wire = Wire(both, both)
        say(wire, "type" => "token", "token" => ENV["GPCBENCH_TOKEN"])
        return wire
    end
    haskey(ENV, "GPCBENCH_PROTOCOL") || error("this method is started by runexp: runexp run SPECIFICATION")
    return Wire(open("/dev/fd/3", "r"), open("/dev/fd/4", "w"))
end

function say(wire::Wire, fields::Pair...)
    write(wire.outgoing, "{" * join((text(k) * ":" * text(v) for (k, v) in fields), ",") * "}\n")
    flush(wire.outgoing)
end

# The next message. Before it, writes what of the state is asked for.
function hear(wire::Wire, model = nothing, resume = nothing)
    while true
        line = readline(wire.incoming)
        message = isempty(line) ? Dict{String,Any}("type" => "bye") : parsed(line) # runexp may be gone
        message["type"] in ("snapshot", "checkpoint") || return message
        state = message["type"] == "snapshot" ? model : resume
        serialize(message["path"], state)
        say(wire, "type" => message["type"], "path" => state === nothing ? nothing : message["path"])
    end
end

mutable struct Trace
    wire::Union{Wire,Nothing} # nothing while fit is warmed up
    wanted::Bool
    iteration::Int
    objective::Any
    converged::Any
    reason::String
    stopped::Bool
    due::Int
    heard::Float64
end

Trace(wire, wanted) = Trace(wire, wanted, 0, nothing, nothing, "", false, 1, time())

# Tells how far fit is, at iterations 1, 2, 3, 5, 6, 7, 10, 12, .. and ten times a second. False: stop.
function (t::Trace)(iteration, objective = nothing, model = nothing)
    t.wire === nothing && return iteration < 2
    t.iteration, t.objective = iteration, objective
    wanted = t.wanted && iteration >= t.due
    (t.stopped || !wanted && time() < t.heard + 0.1) && return !t.stopped
    while t.due <= iteration
        t.due = minimum(s for s in (floor(Int, 10.0^(k / 10)) for k in 0:150) if s > t.due)
    end
    say(t.wire, "type" => "trace", "iteration" => iteration, "objective" => objective)
    resume = (iteration, model, copy(Random.default_rng()))
    t.stopped = hear(t.wire, model, resume)["type"] != "continue"
    t.heard = time()
    return !t.stopped
end

function numbers(file, shape, kind = Float64)
    values = Vector{kind}(undef, filesize(file) ÷ sizeof(kind))
    read!(file, values)
    length(shape) == 1 && return values
    return permutedims(reshape(values, Int(shape[2]), Int(shape[1])))
end

function inputs(message)
    x = message["x"]
    haskey(x, "indptr") || return numbers(x["file"], x["shape"])
    starts, columns = numbers(x["indptr"], [1], Int64) .+ 1, numbers(x["indices"], [1], Int64) .+ 1
    n, d = Int(x["shape"][1]), Int(x["shape"][2])
    return permutedims(SparseMatrixCSC(d, n, starts, columns, numbers(x["values"], [1])))
end

# The keywords of fit: the options, and what it asks for by name.
function keywords(fit, hello, schema)
    options = Dict{Symbol,Any}(Symbol(k) => v for (k, v) in hello["options"])
    known = Dict{Symbol,Any}(:classes => schema["classes"], :seed => hello["seed"], :threads => hello["threads"], :schema => schema, :resume => nothing)
    asked = Base.kwarg_decl(first(methods(fit)))
    return merge(options, filter(p -> p.first in asked, known)), :resume in asked
end

function fitted(fit, hello, schema, message, trace)
    Random.seed!(hello["seed"])
    options, _ = keywords(fit, hello, schema)
    if get(hello, "checkpoint", nothing) !== nothing
        iteration, model, random = deserialize(hello["checkpoint"]["path"])
        copy!(Random.default_rng(), random)
        options[:resume] = (iteration, model)
    end
    y = numbers(message["y"]["file"], message["y"]["shape"])
    if hello["task"] == "classes"
        y = Int.(y) .+ 1
    end
    return Base.invokelatest(fit, inputs(message), y, trace; options...)
end

# Has fit and predict compiled. What does not work with random rows is left to the fit to tell.
function warm(fit, predict, hello, schema)
    try
        n = 20 * Int(hello["classes"])
        x, y = randn(n, Int(hello["columns"])), [mod1(i, Int(hello["classes"])) for i in 1:n]
        options, _ = keywords(fit, hello, schema)
        predict(fit(x, y, Trace(nothing, false); options...), x)
    catch why
        println(stderr, "nothing was compiled before the clock starts: ", why)
    end
end

function main(fit, predict; name, version = "", want = "matrix", snapshots = true, gpu = false, same_bits = false)
    wire = Wire()
    hello = hear(wire)
    schema = parsed(read(hello["schema"], String))
    hello["task"] == "classes" && want == "matrix" && warm(fit, predict, hello, schema)
    restore = get(hello, "restore", nothing)
    model = restore === nothing ? nothing : deserialize(restore)
    at, held = nothing, nothing # a snapshot that is read, and its model
    say(wire, "type" => "ready", "protocol" => 1, "name" => name, "version" => version, "language" => "Julia $VERSION",
        "libraries" => Dict{String,Any}(), "want" => want, "snapshots" => snapshots, "checkpoints" => keywords(fit, hello, schema)[2], "gpu" => gpu, "same_bits" => same_bits)
    try
        while true
            message = hear(wire, model)
            message["type"] == "bye" && return
            if message["type"] == "fit"
                t = Trace(wire, hello["trace"])
                model = fitted(fit, hello, schema, message, t)
                say(wire, "type" => "done", "iteration" => t.iteration, "objective" => t.objective, "converged" => t.converged, "reason" => t.reason)
                continue
            end
            snapshot = get(message, "snapshot", nothing)
            if snapshot !== nothing && snapshot != at
                at, held = snapshot, deserialize(snapshot)
            end
            p = predict(snapshot === nothing ? model : held, inputs(message))
            write(message["out"], Matrix{Float64}(permutedims(p)))
            say(wire, "type" => "probabilities", "file" => message["out"], "shape" => collect(size(p)))
        end
    catch why
        showerror(stderr, why, catch_backtrace())
        kind = why isa OutOfMemoryError ? "memory" : "other"
        say(wire, "type" => "failed", "kind" => kind, "message" => first(sprint(showerror, why), 2000))
    end
end

# JSON of a value.
text(s::AbstractString) = "\"" * replace(replace(replace(s, "\\" => "\\\\"), "\"" => "\\\""), r"[[:cntrl:]]" => " ") * "\""
text(v::Bool) = string(v)
text(::Nothing) = "null"
text(v::Integer) = string(v)
text(v::Real) = isfinite(v) ? string(Float64(v)) : "null"
text(v::AbstractVector) = "[" * join(map(text, v), ",") * "]"
text(v::AbstractDict) = "{" * join((text(k) * ":" * text(w) for (k, w) in v), ",") * "}"

# The value of JSON.
function parsed(json::AbstractString)
    tokens = [m.match for m in eachmatch(r"\"(?:[^\"\\]|\\.)*\"|-?[0-9][-+.eE0-9]*|[\[\]{}:,]|true|false|null", json)]
    found, _ = value(tokens, 1)
    return found
end

# The value that begins at a token, and the place behind it.
function value(tokens, at)
    token = tokens[at]
    token == "null" && return nothing, at + 1
    token == "true" && return true, at + 1
    token == "false" && return false, at + 1
    startswith(token, "\"") && return unescape_string(chop(token; head = 1, tail = 1)), at + 1
    if token == "["
        list = Any[]
        at += 1
        while tokens[at] != "]"
            item, at = value(tokens, tokens[at] == "," ? at + 1 : at)
            push!(list, item)
        end
        return list, at + 1
    end
    if token == "{"
        object = Dict{String,Any}()
        at += 1
        while tokens[at] != "}"
            key, at = value(tokens, tokens[at] == "," ? at + 1 : at)
            object[key], at = value(tokens, at + 1) # behind the colon
        end
        return object, at + 1
    end
    whole = tryparse(Int, token)
    return whole === nothing ? parse(Float64, token) : whole, at + 1
end

end
