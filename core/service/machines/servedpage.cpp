// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/servedpage.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxToken = 256;  // Jupyter's own have 48 characters
constexpr qsizetype kMaxPages = 8;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isTokenCharacter(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.'; }

bool skip(QByteArrayView &text, QByteArrayView start)
{
    if (!text.startsWith(start))
        return false;
    text = text.sliced(start.size());
    return true;
}

// `line` starts at "http"; returns false when it is not an address that we know.
bool readPage(QByteArrayView line, bool namesTensorBoard, ServedPage *page)
{
    if (skip(line, "https://"))
        page->isTls = true;
    else if (!skip(line, "http://"))
        return false;
    if (!skip(line, "127.0.0.1:") && !skip(line, "localhost:") && !skip(line, "[::1]:"))
        return false;
    uint port = 0;
    qsizetype digits = 0;
    for (; digits < line.size() && isDigit(line[digits]) && digits < 6; ++digits)
        port = port * 10 + uint(line[digits] - '0');
    if (port == 0 || port > 65535)
        return false;
    page->port = static_cast<quint16>(port);
    line = line.sliced(digits);
    if (!skip(line, "/"))
        return false;
    const auto isEnd = [](QByteArrayView rest) {
        return rest.isEmpty() || rest[0] == ' ' || rest[0] == '\r' || rest[0] == '\t' || rest[0] == '\x1b';
    };
    if (namesTensorBoard) {
        page->kind = ServedPage::TensorBoard;
        return isEnd(line);
    }
    page->kind = ServedPage::JupyterLab;
    const bool isLab = skip(line, "lab") || skip(line, "tree");  // the classic interface leads to the lab, too
    if (skip(line, "?token=")) {
        qsizetype length = 0;
        while (length < line.size() && isTokenCharacter(line[length]))
            ++length;
        const QByteArrayView token = line.first(length);
        // Jupyter writes "token=..." where it hides the token.
        if (token.isEmpty() || token.size() > kMaxToken || token.startsWith('.') || !isEnd(line.sliced(length)))
            return false;
        page->token = QString::fromLatin1(token);
        return true;
    }
    return isLab && isEnd(line);
}

}  // namespace

QString ServedPage::path() const
{
    if (kind == TensorBoard)
        return QStringLiteral("/");
    return token.isEmpty() ? QStringLiteral("/lab") : QStringLiteral("/lab?token=") + token;
}

QList<ServedPage> servedPages(QByteArrayView log)
{
    QList<ServedPage> pages;
    while (!log.isEmpty()) {
        const qsizetype end = log.indexOf('\n');
        const QByteArrayView line = end < 0 ? log : log.first(end);
        log = end < 0 ? QByteArrayView() : log.sliced(end + 1);
        // The one address of a line is what follows "http"; the line names its program before it.
        const qsizetype start = line.indexOf("http");
        if (start < 0)
            continue;
        const bool namesTensorBoard = line.first(start).contains("TensorBoard ");
        ServedPage page;
        if (!readPage(line.sliced(start), namesTensorBoard, &page))
            continue;
        const auto known = std::find_if(pages.begin(), pages.end(),
                                        [&](const ServedPage &other) { return other.kind == page.kind && other.port == page.port; });
        if (known != pages.end()) {
            if (page.token.isEmpty())
                page.token = known->token;  // a later line without it does not remove it
            pages.erase(known);
        }
        pages << page;
        if (pages.size() > kMaxPages)
            pages.removeFirst();
    }
    return pages;
}

}  // namespace trainyard
