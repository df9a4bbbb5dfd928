// SPDX-License-Identifier: GPL-3.0-or-later
// One try at one request: sets up libcurl's handle, runs it, and reports the result. Internal to core/transport/http; used on the
// requesting thread.
#pragma once

#include "core/transport/http/httpclient.h"

#include <QDeadlineTimer>

#include <curl/curl.h>

#include <optional>

namespace trainyard {

class HttpTransfer {
public:
    // Both handles outlive it and are not used elsewhere in the meantime.
    HttpTransfer(CURLM *multi, CURL *easy, const HttpRequest &request, HttpSink &sink, const HttpClient::Progress &progress,
                 bool isExchange = false);
    ~HttpTransfer();
    Q_DISABLE_COPY_MOVE(HttpTransfer)

    Result<HttpAnswer> run(const QByteArray &userAgent, QDeadlineTimer deadline, std::stop_token stop);
    // The same in steps, for one request among many: begin() adds it to the multi handle, end() removes it.
    Result<void> begin(const QByteArray &userAgent, QDeadlineTimer deadline);
    Result<HttpAnswer> end(CURLcode code);
    void abandon();
    // For the last run() that failed: another try may succeed, but not before `pause` if the server set one.
    bool isWorthAnotherTry() const { return m_isWorthAnotherTry; }
    std::optional<std::chrono::seconds> pause() const { return m_pause; }

private:
    void setUp(const QByteArray &userAgent, QDeadlineTimer deadline);
    void setUpExchange();
    CURLcode perform(std::stop_token stop);
    void collect();
    Result<HttpAnswer> judge(CURLcode code);
    Error failed(CURLcode code);
    Error refused(int status);
    bool isFine(int status) const;

    static size_t onHeader(char *bytes, size_t size, size_t count, void *self);
    static size_t onBody(char *bytes, size_t size, size_t count, void *self);
    static size_t onRead(char *bytes, size_t size, size_t count, void *self);
    static int onSeek(void *self, curl_off_t offset, int origin);
    static int onProgress(void *self, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t);
    bool takeHeader(QByteArrayView line);
    bool takeBody(QByteArrayView bytes);
    bool takeBegin();
    Error wholeFileError() const;

    CURLM *const m_multi;
    CURL *const m_easy;
    const HttpRequest &m_request;
    HttpSink &m_sink;
    const HttpClient::Progress &m_progress;
    const bool m_isExchange;  // any status is an answer

    curl_slist *m_headers = nullptr;
    char m_said[CURL_ERROR_SIZE] = {};
    HttpAnswer m_answer;
    qsizetype m_headerBytes = 0;
    qint64 m_sent = 0;               // of the source
    std::optional<Error> m_stopped;  // why a callback ended the transfer
    bool m_isWorthAnotherTry = false;
    bool m_hasFrames = false;  // HTTP/2 and newer mark every end
    std::optional<std::chrono::seconds> m_pause;
};

}  // namespace trainyard
