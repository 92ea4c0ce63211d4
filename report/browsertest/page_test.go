// Package browsertest reads the page over all reports as people do, in headless Chromium.
// It is a module of its own, so that the program does not depend on a driver of browsers.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser returns the path of Chromium. Where there is none the test is skipped, unless
// GPCBENCH_BROWSER is "required".
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("GPCBENCH_BROWSER") == "required" {
		t.Fatal("there is no Chromium, and GPCBENCH_BROWSER says that it is required")
	}
	t.Skip("there is no Chromium; apt-get install chromium gets it")
	return ""
}

// tab is a page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// open opens a file in a window of some width. The test fails on anything that the
// browser reports as an error, content that the security policy refuses among it.
func open(t *testing.T, file string, width int) tab {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	if file == synthetic {
		path = withFigures(t, path)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(started(t))
	t.Cleanup(cancel)
	failOnErrors(t, ctx)
	b := tab{t, ctx}
	b.run(chromedp.EmulateViewport(int64(width), 900), chromedp.Navigate("file://"+filepath.ToSlash(path)), chromedp.WaitVisible("#reports", chromedp.ByQuery))
	return b
}

// running is the context of the one browser that all tests have a tab in, nil before it is started.
var running context.Context

// started returns the context of the browser.
func started(t *testing.T) context.Context {
	t.Helper()
	if running != nil {
		return running
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(browser(t)), chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(10*time.Minute))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator) // stop ends it too
	if err := chromedp.Run(ctx); err != nil {
		stop()
		t.Fatal(err)
	}
	running, stopBrowser = ctx, stop
	return running
}

// stopBrowser ends the browser, if one was started.
var stopBrowser = func() {}

// made makes the page over all reports of the profile paper, once for all tests.
var made = sync.OnceValues(func() (page string, err error) {
	run := exec.Command("go", "run", "./cmd/runexp", "report", "--profile", "paper", "--out", reports)
	run.Dir = filepath.Join("..", "..")
	if said, err := run.CombinedOutput(); err != nil {
		return "", fmt.Errorf("runexp report: %w\n%s", err, said[max(0, len(said)-2000):])
	}
	return filepath.Join(reports, "index.html"), nil
})

// reports is the folder of what made makes.
var reports string

func TestMain(m *testing.M) {
	var err error
	if reports, err = os.MkdirTemp("", "gpcbench-reports-"); err != nil {
		panic(err)
	}
	failed := m.Run()
	stopBrowser()
	os.RemoveAll(reports)
	os.Exit(failed)
}

// ofRecords returns the page over the reports on the records of the repository.
func ofRecords(t *testing.T) string {
	t.Helper()
	browser(t)
	page, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// withFigures copies a page and puts a picture in the place of each figure beside it.
func withFigures(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	picture := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="496.8pt" height="135.4pt"><text y="40">of the usual width</text></svg>`)
	dir := t.TempDir()
	for _, figure := range regexp.MustCompile(`<img src="([^"]*)"`).FindAllSubmatch(text, -1) {
		file := filepath.Join(dir, filepath.FromSlash(string(figure[1])))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, picture, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(dir, filepath.Base(page))
	if err := os.WriteFile(copied, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return copied
}

// failOnErrors collects what the browser reports and fails the test with it at its end.
func failOnErrors(t *testing.T, ctx context.Context) {
	var lock sync.Mutex
	var errors []string
	chromedp.ListenTarget(ctx, func(event any) {
		said := ""
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			said = e.ExceptionDetails.Error()
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
				said = fmt.Sprintf("console: %s", e.Args[0].Value)
			}
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError {
				said = e.Entry.Text
			}
		}
		if said != "" {
			lock.Lock()
			defer lock.Unlock()
			errors = append(errors, said)
		}
	})
	t.Cleanup(func() {
		lock.Lock()
		defer lock.Unlock()
		for _, e := range errors {
			t.Errorf("the browser says: %s", e)
		}
	})
}

func (b tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// text evaluates an expression that is a text.
func (b tab) text(expression string) string {
	b.t.Helper()
	var out string
	b.run(chromedp.Evaluate("String("+expression+")", &out))
	return out
}

// want waits until an expression has a value, as long as the tests may take.
func (b tab) want(expression, value string) {
	b.t.Helper()
	got := ""
	for deadline, limited := b.t.Deadline(); !limited || time.Until(deadline) > 30*time.Second; time.Sleep(100 * time.Millisecond) {
		if got = b.text(expression); got == value {
			return
		}
	}
	b.t.Errorf("%s is %q, want %q", expression, got, value)
}

// choose chooses a value of a selection, as a reader does.
func (b tab) choose(selector, value string) {
	b.t.Helper()
	b.text(fmt.Sprintf("(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('input', {bubbles: true})); return s.value })()", selector, value))
}

// synthetic is the page of made-up records, which the tests of report write.
const synthetic = "../testdata/index.html"

func TestSort(t *testing.T) {
	b := open(t, synthetic, 1280)
	b.run(chromedp.Click("article.chapter summary", chromedp.ByQuery))
	const rows = "[...document.querySelectorAll('table.results')[0].tBodies[0].rows].map((r) => r.cells[0].textContent).join(' ')"
	b.want(rows, "diabetis a9a higgs")
	const head = "article.chapter table.results thead th:nth-child(2)"
	b.run(chromedp.Click(head, chromedp.ByQuery))
	first := b.text(rows)
	b.run(chromedp.Click(head, chromedp.ByQuery))
	second := b.text(rows)
	if first == second || !strings.HasSuffix(first, "higgs") || !strings.HasSuffix(second, "higgs") {
		t.Errorf("up %q, down %q: the order must turn, and what has no value stay last", first, second)
	}
	b.want("document.querySelector('"+head+"').getAttribute('aria-sort')", "descending")
}

func TestFilter(t *testing.T) {
	b := open(t, synthetic, 1280)
	b.run(chromedp.Click("article.chapter summary", chromedp.ByQuery))
	const visible = "[...document.querySelectorAll('article.chapter')[0].querySelectorAll('table.results')[0].tBodies[0].rows].filter((r) => r.offsetParent).map((r) => r.cells[0].textContent).join(' ')"
	b.choose("#filters [name=dataset]", "a9a")
	b.want(visible, "a9a")
	b.choose("#filters [name=label]", "SVGPC")
	b.want("[...document.querySelectorAll('table.results')[0].tHead.rows[0].cells].filter((c) => c.offsetParent).map((c) => c.textContent).join(' ')", "Data set SVGPC")
	b.choose("#filters [name=metric]", "nll")
	b.want("[...document.querySelector('article.chapter').querySelectorAll('table.results')].filter((t) => t.offsetParent).map((t) => t.dataset.metric).join(' ')", "nll")
	b.run(chromedp.Click("#filters [type=reset]", chromedp.ByQuery))
	b.want(visible, "diabetis a9a higgs")
}

// The filter of papers leaves of the front what is on the paper.
func TestFilterFront(t *testing.T) {
	b := open(t, synthetic, 1280)
	const front = "[...document.querySelectorAll('#claims [data-paper], #claims')].filter((e) => e.checkVisibility()).length > 0"
	b.choose("#filters [name=paper]", "paper2020")
	b.want(front, "true")
	b.choose("#filters [name=paper]", "user")
	b.want(front, "false")
	b.run(chromedp.Click("#filters [type=reset]", chromedp.ByQuery))
	b.want(front, "true")
}

// What the filters leave nothing of is hidden as a whole, and the page says so.
func TestFilterLeavesNothing(t *testing.T) {
	b := open(t, synthetic, 1280)
	const left = "[...document.querySelectorAll('article.chapter, #nothing, section.paper > h2')].filter((e) => e.checkVisibility()).map((e) => e.id || e.textContent).join(' ')"
	const all = "paper2020 paper2020/table1/paper paper2020/table1/quick user user/figures/quick"
	b.want(left, all)
	b.choose("#filters [name=dataset]", "a9a")
	b.want(left, "paper2020 paper2020/table1/paper")
	b.choose("#filters [name=paper]", "user")
	b.want(left, "nothing")
	b.choose("#filters [name=dataset]", "")
	b.want(left, "user user/figures/quick")
	b.run(chromedp.Click("#filters [type=reset]", chromedp.ByQuery))
	b.want(left, all)
}

// The page begins with a sentence a paper beside its claims, which lead to its forest plot; a bar
// leads to the parts of the page.
func TestFront(t *testing.T) {
	for _, width := range []int{1280, 390} {
		b := open(t, synthetic, width)
		b.want("document.querySelector('.glance').getBoundingClientRect().bottom < 900", "true")
		b.want("[...document.querySelectorAll('.strip svg')].every((e) => e.getBoundingClientRect().right < "+fmt.Sprint(width)+")", "true")
		b.want("document.querySelector('.glance small').textContent", "Of 1 claim 1 holds in part.")
		b.want("[...document.querySelectorAll('nav a')].filter((a) => a.offsetParent).map((a) => a.textContent).join(' ')", "Claims Reports")
		b.run(chromedp.Click(".glance", chromedp.ByQuery))
		b.want("location.hash", "#paper2020/claims")
	}
}

// A row of the forest plot shows threshold, interval and outcome, and opens.
func TestForest(t *testing.T) {
	for _, width := range []int{1280, 390} {
		b := open(t, synthetic, width)
		const row = "document.querySelector('.claim')"
		b.want("['.zone', '.tick', '.ci', '.dot'].filter((part) => !"+row+".querySelector('summary svg ' + part)).join(' ')", "")
		b.want(row+".querySelector('.word').textContent", "◐ holds in part (1 of 2 readings)")
		b.want(row+".querySelector('table').checkVisibility()", "false")
		b.run(chromedp.Click(".claim > summary", chromedp.ByQuery))
		b.want(row+".querySelector('table').checkVisibility()", "true")
		b.want(row+".querySelector('pre').textContent.startsWith('runexp run paper2020/table1 --profile paper --only label=')", "true")
		b.want(fmt.Sprintf("document.documentElement.scrollWidth <= %d", width), "true")
	}
}

// A link to a report opens it.
func TestLink(t *testing.T) {
	b := open(t, synthetic, 1280)
	b.want("document.querySelector('article.chapter details').open", "false")
	b.run(chromedp.Click(".claim > summary", chromedp.ByQuery), chromedp.Click(".claim td a", chromedp.ByQuery))
	b.want("location.hash", "#paper2020/table1/paper")
	b.want("document.getElementById('paper2020/table1/paper').querySelector('details').open", "true")
}

// Every link within the page leads somewhere.
func TestLinksLead(t *testing.T) {
	b := open(t, synthetic, 1280)
	b.want("[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href')).filter((h) => !document.getElementById(h.slice(1))).join(' ')", "")
}

// Nothing but tables and figures in boxes of their own is wider than the window.
func TestWidths(t *testing.T) {
	for _, width := range []int{1280, 390} {
		b := open(t, synthetic, width)
		b.text("document.querySelectorAll('details').forEach((d) => { d.open = true })")
		b.want(fmt.Sprintf("document.documentElement.scrollWidth <= %d", width), "true")
	}
}

// On paper everything is open, and nothing is wider than A4 across between margins of 10 mm.
func TestPrint(t *testing.T) {
	for _, file := range []string{synthetic, ofRecords(t)} {
		b := open(t, file, 1280)
		b.run(emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(1046, 718))
		b.want("[...document.querySelectorAll('.claim table, .chapter table')].every((e) => e.checkVisibility())", "true")
		b.want("document.querySelector('nav').checkVisibility()", "false")
		b.want("[...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent.slice(0, 80)).join(' ')", "")
	}
}

// The page over all reports opens without an error, and shows its figures.
func TestPageOfRecords(t *testing.T) {
	b := open(t, ofRecords(t), 1280)
	b.want("[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href')).filter((h) => !document.getElementById(h.slice(1))).join(' ')", "")
	b.text("document.querySelectorAll('details').forEach((d) => { d.open = true })")
	b.text("document.querySelectorAll('figure img').forEach((f) => { f.loading = 'eager' })")
	b.want("[...document.querySelectorAll('figure img')].filter((f) => !f.naturalWidth).map((f) => f.src).join(' ')", "")
}

// Figures that lie beside the page are shown once their chapter is open.
func TestFigures(t *testing.T) {
	b := open(t, synthetic, 1280)
	b.text("document.querySelectorAll('details').forEach((d) => { d.open = true })")
	b.text("document.querySelector('figure img').scrollIntoView()")
	b.want("document.querySelector('figure img').naturalWidth > 100", "true")
}

// On a telephone the letters of a figure can be read: it scrolls in its own box, which the keyboard reaches.
func TestFiguresOnTelephone(t *testing.T) {
	b := open(t, synthetic, 390)
	b.text("document.querySelectorAll('details').forEach((d) => { d.open = true })")
	b.text("document.querySelectorAll('figure img').forEach((f) => { f.loading = 'eager' })")
	b.want("[...document.querySelectorAll('figure img')].every((f) => f.getBoundingClientRect().width >= 0.8 * f.naturalWidth && f.naturalWidth)", "true")
	b.want("document.documentElement.scrollWidth <= 390", "true")
	b.want("[...document.querySelectorAll('figure > a')].every((a) => a.tabIndex === 0 && getComputedStyle(a).overflowX === 'auto')", "true")
}
