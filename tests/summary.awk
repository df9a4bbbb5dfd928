# Reads the JUnit report that ctest writes and prints skipped and failed test functions, then one line of counts. -v ci=true makes a skip a
# failure; -v ctest_status=N is ctest's own exit status. No test at all is a failure. Exit status: 0 or 1.
# -v again="NAME…": these failed at first and were run again; the last report has what came out then, and only that counts. What failed at first
# is printed too.
#
# Functions of Qt Test programs are counted one by one (initTestCase and cleanupTestCase only when they fail or
# skip); any other test counts as one.

function unescape(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text)
    gsub(/&#x?[0-9a-fA-F]+;/, "", text); gsub(/&amp;/, "\\&", text)
    return text
}
function attribute(line, name,   text) {
    if (!match(line, " " name "=\"[^\"]*\"")) return ""
    text = substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
    return unescape(text)
}
function add_skip(what) { if (!is_first_try) skips[++skip_count] = what }
function add_failure(what) { if (is_first_try) unsteady[++unsteady_count] = what; else failures[++failure_count] = what }
BEGIN { split(again, list, " "); for (i in list) was_repeated[list[i]] = 1 }

/<testcase / {
    name = attribute($0, "name"); status = attribute($0, "status")
    reason = ""; totals = 0; own_passed = 0; own_failed = 0; own_skipped = 0; ceremony = 0; last_words = ""; skip_reason = ""
    inside = 1
    is_first_try = (name in was_repeated) && FILENAME != ARGV[ARGC - 1]
}
inside && /<failure message=/ { reason = attribute($0, "message") }
inside && /<skipped message=/ { skip_reason = attribute($0, "message") }
inside {
    line = $0
    sub(/^.*<system-out>/, "", line); sub(/<\/system-out>.*$/, "", line)
    line = unescape(line)
    if (line ~ /^PASS   : .*::(initTestCase|cleanupTestCase)\(\)/) ceremony++
    if (line != "" && line !~ /^[ \t]*<\/?[a-z]/) last_words = line
    if (line ~ /^SKIP   : /) add_skip(substr(line, 10))
    if (line ~ /^(FAIL!|XPASS|BFAIL)  : /) { add_failure(substr(line, 10)); named[name] = 1 }
    if (line ~ /^QFATAL : /) { add_failure(substr(line, 10)); named[name] = 1 }
    if (match(line, /^Totals: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/)) {
        split(line, word, " ")
        own_passed += word[2]; own_failed += word[4]; own_skipped += word[6]; totals = 1
    }
}
inside && /<\/testcase>/ {
    inside = 0
    if (is_first_try) {
        if (!(name in named)) add_failure(name ": " (reason != "" ? reason : "failed, crashed or ran out of time"))
        delete named[name]
        next
    }
    if (totals) {
        passed += own_passed - ceremony; failed += own_failed; skipped += own_skipped
        # The test crashed, timed out or got a sanitizer report after the last function.
        if (status == "fail" && own_failed == 0) { failed++; add_failure(name ": " (reason != "" ? reason : "ended badly after its last function")) }
    } else if (status == "run") passed++
    else if (status == "fail") { failed++; if (!(name in named)) add_failure(name ": " (reason != "" ? reason : "failed, crashed or ran out of time")) }
    else if (skip_reason ~ /^SKIP_/) { skipped++; add_skip(name ": " (last_words != "" ? last_words : skip_reason)) }
    else { failed++; add_failure(name ": " (skip_reason != "" ? skip_reason : "not run")) }
}
END {
    if (skip_count) {
        print ""
        print "==================== SKIPPED: these tests did NOT run ===================="
        for (i = 1; i <= skip_count; i++) print "  " skips[i]
        print "==========================================================================="
    }
    if (unsteady_count) {
        print ""
        print "Unsteady: these failed and then passed twice when run alone. Each is a fault of the test or of the program: mend it."
        for (i = 1; i <= unsteady_count; i++) print "  " unsteady[i]
    }
    if (failure_count) {
        print ""
        print "Failed:"
        for (i = 1; i <= failure_count; i++) print "  " failures[i]
    }
    if (ci == "true" && skipped > 0) print "\nUnder CI=true a skipped test is a failure."
    bad = failed > 0 || (ci == "true" && skipped > 0) || ctest_status != 0
    if (passed + failed + skipped == 0) {
        print "\nNo test ran, so nothing was shown: that is a failure."
        bad = 1
    }
    print ""
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit bad ? 1 : 0
}
