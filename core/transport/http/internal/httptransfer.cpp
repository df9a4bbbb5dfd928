// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/http/internal/httptransfer.h"

#include "core/transport/http/httpsource.h"
#include "core/transport/http/internal/curllibrary.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

namespace trainyard {

namespace {

constexpr int kPollMs = 1'000;  // a stop request wakes it up; this is for libcurl's own timers

constexpr qsizetype kMaxRefusal = 64 * 1024;  // enough for a list of reasons; a document is not expected

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HttpClient)
};

template <typename Value>
void set(CURL *easy, CURLoption option, Value value)
{
    const CURLcode code = curl()->easySetopt(easy, option, value);
    Q_ASSERT(code == CURLE_OK);
    Q_UNUSED(code);
}

// A validator that would not be a valid header of the next request is dropped; the document is then requested in full.
QByteArray sendable(const QByteArray &validator)
{
    constexpr qsizetype kMax = 1024;  // servers refuse requests with more than a few thousand bytes of headers
    const bool isPlain = std::none_of(validator.begin(), validator.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    return validator.size() <= kMax && isPlain ? validator : QByteArray();
}

bool isTransient(int status) { return status == 429 || status == 500 || (status >= 502 && status <= 504); }

}  // namespace

HttpTransfer::HttpTransfer(CURLM *multi, CURL *easy, const HttpRequest &request, HttpSink &sink, const HttpClient::Progress &progress,
                           bool isExchange)
    : m_multi(multi), m_easy(easy), m_request(request), m_sink(sink), m_progress(progress), m_isExchange(isExchange)
{
}

HttpTransfer::~HttpTransfer()
{
    // The handle is kept for its connections and must no longer refer to this object.
    curl()->easyReset(m_easy);
    curl()->slistFreeAll(m_headers);
}

Result<HttpAnswer> HttpTransfer::run(const QByteArray &userAgent, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(begin(userAgent, deadline));
    const CURLcode code = perform(stop);
    if (stop.stop_requested()) {
        abandon();
        return cancelledError();
    }
    return end(code);
}

Result<void> HttpTransfer::begin(const QByteArray &userAgent, QDeadlineTimer deadline)
{
    setUp(userAgent, deadline);
    TRY_DO(m_sink.begin());
    curl()->multiAddHandle(m_multi, m_easy);
    return {};
}

Result<HttpAnswer> HttpTransfer::end(CURLcode code)
{
    // Read the status and the like now; they are lost when a handle is removed and added again.
    collect();
    abandon();
    return judge(code);
}

void HttpTransfer::abandon() { curl()->multiRemoveHandle(m_multi, m_easy); }

void HttpTransfer::setUp(const QByteArray &userAgent, QDeadlineTimer deadline)
{
    const HttpLimits &limits = m_request.limits;
    set(m_easy, CURLOPT_URL, m_request.url.toEncoded(QUrl::RemoveFragment).constData());
    const bool isSafe = m_request.url.scheme() == QLatin1String("https");
    set(m_easy, CURLOPT_PROTOCOLS_STR, isSafe ? "https" : "http");
    set(m_easy, CURLOPT_REDIR_PROTOCOLS_STR, isSafe ? "https" : "http,https");
    // The body is meant only for the server it was addressed to.
    set(m_easy, CURLOPT_FOLLOWLOCATION, m_request.body || m_isExchange ? 0L : 1L);
    set(m_easy, CURLOPT_MAXREDIRS, static_cast<long>(limits.mostRedirects));
    set(m_easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(m_easy, CURLOPT_SSL_VERIFYHOST, 2L);
    for (const char *name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
        if (const QByteArray authorities = qgetenv(name); !authorities.isEmpty()) {
            set(m_easy, CURLOPT_CAINFO, authorities.constData());
            break;
        }
    }
    if (!m_request.authorities.isEmpty())
        set(m_easy, CURLOPT_CAINFO, m_request.authorities.constData());
    set(m_easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    // Accept whatever this libcurl can decompress.
    if (!m_isExchange)
        set(m_easy, CURLOPT_ACCEPT_ENCODING, "");
    set(m_easy, CURLOPT_USERAGENT, userAgent.constData());
    set(m_easy, CURLOPT_NOSIGNAL, 1L);
    set(m_easy, CURLOPT_ERRORBUFFER, m_said);

    set(m_easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
    // 0 would mean no limit.
    set(m_easy, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<qint64>(1, deadline.remainingTime())));
    set(m_easy, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(limits.leastBytesPerSecond));
    set(m_easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits.slowFor.count()));
    // A HEAD announces a body that does not come, and an answer that is not the requested range is reported as such.
    const bool isJudgedLater = m_isExchange && (m_request.method == "HEAD" || m_request.range);
    set(m_easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(isJudgedLater ? 0 : limits.mostBytes));

    QByteArrayList headers = m_request.headers;
    if (!m_request.known.etag.isEmpty())
        headers << "If-None-Match: " + m_request.known.etag;
    if (!m_request.known.lastModified.isEmpty())
        headers << "If-Modified-Since: " + m_request.known.lastModified;
    if (m_request.body) {
        headers << "Content-Type: application/json; charset=utf-8";
        set(m_easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body->size()));
        set(m_easy, CURLOPT_POSTFIELDS, m_request.body->constData());  // not copied: the request outlives the transfer
    }
    if (m_isExchange)
        setUpExchange();
    if (m_request.range) {
        headers << "Range: bytes=" + QByteArray::number(m_request.range->offset) + '-'
                       + QByteArray::number(m_request.range->offset + m_request.range->length - 1);
    }
    for (const QByteArray &header : std::as_const(headers))
        m_headers = curl()->slistAppend(m_headers, header.constData());
    set(m_easy, CURLOPT_HTTPHEADER, m_headers);

    set(m_easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::onHeader);
    set(m_easy, CURLOPT_HEADERDATA, static_cast<void *>(this));
    set(m_easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::onBody);
    set(m_easy, CURLOPT_WRITEDATA, static_cast<void *>(this));
    set(m_easy, CURLOPT_XFERINFOFUNCTION, &HttpTransfer::onProgress);
    set(m_easy, CURLOPT_XFERINFODATA, static_cast<void *>(this));
    set(m_easy, CURLOPT_NOPROGRESS, m_progress ? 0L : 1L);
}

void HttpTransfer::setUpExchange()
{
    // A key may contain ".." between its slashes, and the signature covers it as it is.
    set(m_easy, CURLOPT_PATH_AS_IS, 1L);
    const QByteArray method = m_request.method.isEmpty() ? QByteArrayLiteral("GET") : m_request.method;
    if (m_request.source) {
        // Send the length in advance: most object stores do not accept chunked bodies.
        set(m_easy, CURLOPT_UPLOAD, 1L);
        set(m_easy, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(m_request.source->size()));
        set(m_easy, CURLOPT_READFUNCTION, &HttpTransfer::onRead);
        set(m_easy, CURLOPT_READDATA, static_cast<void *>(this));
        set(m_easy, CURLOPT_SEEKFUNCTION, &HttpTransfer::onSeek);
        set(m_easy, CURLOPT_SEEKDATA, static_cast<void *>(this));
    }
    if (method == "HEAD")
        set(m_easy, CURLOPT_NOBODY, 1L);
    else if (method != (m_request.source ? "PUT" : "GET"))
        set(m_easy, CURLOPT_CUSTOMREQUEST, method.constData());
}

CURLcode HttpTransfer::perform(std::stop_token stop)
{
    const std::stop_callback wake(stop, [this] { curl()->multiWakeup(m_multi); });
    int running = 1;
    CURLMcode trouble = CURLM_OK;
    while (trouble == CURLM_OK && !stop.stop_requested()) {
        trouble = curl()->multiPerform(m_multi, &running);
        if (running == 0 || trouble != CURLM_OK)
            break;
        trouble = curl()->multiPoll(m_multi, nullptr, 0, kPollMs, nullptr);
    }
    CURLcode code = running == 0 ? CURLE_OK : CURLE_FAILED_INIT;
    int left = 0;
    while (const CURLMsg *message = curl()->multiInfoRead(m_multi, &left)) {
        if (message->msg == CURLMSG_DONE)
            code = message->data.result;
    }
    return code;
}

void HttpTransfer::collect()
{
    curl_off_t pause = 0;
    if (curl()->easyGetinfo(m_easy, CURLINFO_RETRY_AFTER, &pause) == CURLE_OK && pause > 0)
        m_pause = std::chrono::seconds(pause);
    long status = 0;
    curl()->easyGetinfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
    m_answer.status = static_cast<int>(status);
    long version = 0;
    m_hasFrames = curl()->easyGetinfo(m_easy, CURLINFO_HTTP_VERSION, &version) == CURLE_OK && version >= CURL_HTTP_VERSION_2_0;
    const char *url = nullptr;
    if (curl()->easyGetinfo(m_easy, CURLINFO_EFFECTIVE_URL, &url) == CURLE_OK && url)
        m_answer.url = QUrl::fromEncoded(url);
}

Result<HttpAnswer> HttpTransfer::judge(CURLcode code)
{
    if (m_stopped)
        return *m_stopped;
    if (code != CURLE_OK)
        return failed(code);
    const bool wasConditional = !m_request.known.etag.isEmpty() || !m_request.known.lastModified.isEmpty();
    if (!isFine(m_answer.status) && !(m_answer.status == 304 && wasConditional)) {
        if (m_isExchange)
            return m_answer;
        return refused(m_answer.status);
    }
    // An answer without a body has not been checked yet.
    if (!takeBegin())
        return *m_stopped;
    TRY_DO(m_sink.end());
    m_answer.validators = {sendable(m_answer.headers.value("etag")), sendable(m_answer.headers.value("last-modified"))};
    if (m_answer.isNotModified() && m_answer.validators == HttpValidators())
        m_answer.validators = m_request.known;
    m_answer.isEndMarked = m_hasFrames || m_answer.isNotModified() || m_answer.headers.contains("content-length")
                           || m_answer.headers.value("transfer-encoding").toLower().contains("chunked");
    return m_answer;
}

bool HttpTransfer::isFine(int status) const { return m_request.body || m_isExchange ? status >= 200 && status < 300 : status == 200; }

Error HttpTransfer::failed(CURLcode code)
{
    const QString host = m_request.url.host();
    const QString detail = QString::fromUtf8(*m_said ? m_said : curl()->easyStrerror(code)).left(300);
    m_isWorthAnotherTry = true;
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return {ErrorCode::Unreachable, Words::tr("The name %1 cannot be found: check the network connection, then try again.").arg(host),
                detail};
    case CURLE_COULDNT_CONNECT:
        return {ErrorCode::Unreachable,
                Words::tr("No connection to %1: check the network connection and the proxy, then try again.").arg(host), detail};
    case CURLE_OPERATION_TIMEDOUT: return {ErrorCode::TimedOut, Words::tr("%1 answers too slowly: try again later.").arg(host), detail};
    case CURLE_PARTIAL_FILE:
        return {ErrorCode::ConnectionLost,
                Words::tr("The response of %1 ended too early, after %2 bytes: try again.").arg(host).arg(m_answer.bytes), detail};
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_SSL_CONNECT_ERROR: return {ErrorCode::ConnectionLost, Words::tr("The connection to %1 broke: try again.").arg(host), detail};
    default: break;
    }
    m_isWorthAnotherTry = false;
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return {ErrorCode::AuthenticationFailed,
                Words::tr(
                    "The certificate of %1 is not trusted, so no request was sent: check the date of this computer, and the proxy if there "
                    "is one.")
                    .arg(host),
                detail};
    case CURLE_FILESIZE_EXCEEDED:
        return {
            ErrorCode::Corrupt,
            Words::tr("The response of %1 is larger than %2 MiB and was refused.").arg(host).arg(m_request.limits.mostBytes / 1024 / 1024),
            detail};
    case CURLE_TOO_MANY_REDIRECTS: return {ErrorCode::Corrupt, Words::tr("%1 redirects endlessly.").arg(host), detail};
    case CURLE_UNSUPPORTED_PROTOCOL:
        return {ErrorCode::Corrupt, Words::tr("%1 redirects to an unsafe address, which was refused.").arg(host), detail};
    case CURLE_BAD_CONTENT_ENCODING: return {ErrorCode::Corrupt, Words::tr("The response of %1 cannot be unpacked.").arg(host), detail};
    case CURLE_URL_MALFORMAT: return {ErrorCode::InvalidInput, Words::tr("“%1” is not a valid address.").arg(host), detail};
    default: return {ErrorCode::Corrupt, Words::tr("The response of %1 is not valid.").arg(host), detail};
    }
}

Error HttpTransfer::refused(int status)
{
    const QString host = m_request.url.host();
    const QString detail = QStringLiteral("HTTP %1").arg(status);
    if (isTransient(status)) {
        m_isWorthAnotherTry = true;
        return status == 429 ? Error{ErrorCode::Unreachable, Words::tr("Too many requests to %1: try again later.").arg(host), detail}
                             : Error{ErrorCode::Unreachable, Words::tr("%1 is not in service: try again later.").arg(host), detail};
    }
    switch (status) {
    case 401:
    case 403:
    case 407:
        return {ErrorCode::AuthenticationFailed, Words::tr("%1 refuses to answer: check the address and the proxy.").arg(host), detail};
    case 404:
    case 410: return {ErrorCode::NotFound, Words::tr("%1 no longer has it: check the address.").arg(host), detail};
    default: return {ErrorCode::Corrupt, Words::tr("%1 gave an unexpected response.").arg(host), detail};
    }
}

size_t HttpTransfer::onHeader(char *bytes, size_t size, size_t count, void *self)
{
    const size_t length = size * count;
    return static_cast<HttpTransfer *>(self)->takeHeader(QByteArrayView(bytes, static_cast<qsizetype>(length))) ? length : 0;
}

size_t HttpTransfer::onBody(char *bytes, size_t size, size_t count, void *self)
{
    const size_t length = size * count;
    return static_cast<HttpTransfer *>(self)->takeBody(QByteArrayView(bytes, static_cast<qsizetype>(length))) ? length : 0;
}

int HttpTransfer::onProgress(void *self, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t)
{
    static_cast<HttpTransfer *>(self)->m_progress(now, total > 0 ? total : -1);
    return 0;
}

bool HttpTransfer::takeHeader(QByteArrayView line)
{
    m_headerBytes += line.size();
    if (m_headerBytes > m_request.limits.mostHeaderBytes) {
        m_stopped = Error{ErrorCode::Corrupt,
                          Words::tr("%1 sends more than %2 KiB of headers, and that was refused.")
                              .arg(m_request.url.host())
                              .arg(m_request.limits.mostHeaderBytes / 1024),
                          {}};
        return false;
    }
    if (line.startsWith("HTTP/")) {
        m_answer.headers.clear();  // earlier ones belong to a redirection
        return true;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon > 0)
        m_answer.headers.insert(line.first(colon).trimmed().toByteArray().toLower(), line.sliced(colon + 1).trimmed().toByteArray());
    return true;
}

Error HttpTransfer::wholeFileError() const
{
    return {ErrorCode::Unsupported,
            Words::tr("%1 was asked for a part of a file but sends something else, so the transfer was stopped: a server or proxy does not "
                      "support partial downloads.")
                .arg(m_request.url.host()),
            QString::fromLatin1(m_answer.headers.value("content-range")).left(100)};
}

// Whether an answer with these headers is what was requested.
bool HttpTransfer::takeBegin()
{
    if (!m_isExchange || !m_request.range)
        return true;
    const HttpRange &range = *m_request.range;
    const QByteArray part = m_answer.headers.value("content-range");
    bool isNumber = false;
    if (m_answer.status == 206 && part.startsWith("bytes ")) {
        const qsizetype dash = part.indexOf('-'), slash = part.indexOf('/');
        const qint64 first = dash > 6 && slash > dash ? part.mid(6, dash - 6).trimmed().toLongLong(&isNumber) : -1;
        bool isLastNumber = false;
        const qint64 last = isNumber ? part.mid(dash + 1, slash - dash - 1).trimmed().toLongLong(&isLastNumber) : -1;
        // For a range past the end, some servers report that it ends before it begins.
        if (isLastNumber && first == range.offset && last >= first - 1 && last - first < range.length)
            return true;
    }
    // A small file may be sent whole.
    const qint64 length = m_answer.headers.value("content-length").toLongLong(&isNumber);
    if (m_answer.status == 200 && range.offset == 0 && isNumber && length <= range.length)
        return true;
    m_stopped = wholeFileError();
    return false;
}

size_t HttpTransfer::onRead(char *bytes, size_t size, size_t count, void *self)
{
    auto *transfer = static_cast<HttpTransfer *>(self);
    const auto read = transfer->m_request.source->read(transfer->m_sent, static_cast<qint64>(size * count));
    if (!read) {
        transfer->m_stopped = read.error();
        return CURL_READFUNC_ABORT;
    }
    std::copy(read->begin(), read->end(), bytes);
    transfer->m_sent += read->size();
    return static_cast<size_t>(read->size());
}

int HttpTransfer::onSeek(void *self, curl_off_t offset, int origin)
{
    if (origin != SEEK_SET)
        return CURL_SEEKFUNC_CANTSEEK;
    static_cast<HttpTransfer *>(self)->m_sent = offset;
    return CURL_SEEKFUNC_OK;
}

bool HttpTransfer::takeBody(QByteArrayView bytes)
{
    m_answer.bytes += bytes.size();
    long status = 0;
    curl()->easyGetinfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
    // Counted here, after decompression: a small answer may grow a thousandfold.
    if (m_answer.bytes > m_request.limits.mostBytes) {
        m_stopped = failed(CURLE_FILESIZE_EXCEEDED);
        return false;
    }
    if (!isFine(static_cast<int>(status))) {
        // Useful only to callers that know this server.
        if (m_isExchange)
            m_answer.refusal += bytes.first(std::min(bytes.size(), kMaxRefusal - m_answer.refusal.size()));
        return true;
    }
    m_answer.status = static_cast<int>(status);
    if (m_answer.bytes == bytes.size() && !takeBegin())
        return false;
    if (const auto written = m_sink.write(bytes); !written) {
        m_stopped = written.error();
        return false;
    }
    return true;
}

}  // namespace trainyard
