// SPDX-License-Identifier: GPL-3.0-or-later
#include "durablefile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace trainyard::demo {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int get() const { return m_fd; }
    int closeNow()
    {
        const int fd = m_fd;
        m_fd = -1;
        return ::close(fd);
    }

private:
    int m_fd;
};

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

std::string reason() { return std::strerror(errno); }

}  // namespace

std::string prepareFile(const std::string &path, const std::vector<std::string_view> &parts)
{
    const std::string temporary = path + ".tmp";
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (file.get() < 0)
        return reason();
    bool isWritten = true;
    for (const std::string_view part : parts)
        isWritten = isWritten && writeAll(file.get(), part);
    // Some file systems report a full disk or a broken one no earlier than at fsync or close.
    if (isWritten && ::fsync(file.get()) == 0 && file.closeNow() == 0)
        return {};
    const std::string why = reason();
    ::unlink(temporary.c_str());
    return why;
}

std::string commitFile(const std::string &path)
{
    if (::rename((path + ".tmp").c_str(), path.c_str()) != 0) {
        const std::string why = reason();
        dropPrepared(path);
        return why;
    }
    const std::string dir = std::filesystem::path(path).parent_path().string();
    Descriptor directory(::open(dir.empty() ? "." : dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() < 0 || ::fsync(directory.get()) != 0)
        return reason();
    return {};
}

void dropPrepared(const std::string &path) { ::unlink((path + ".tmp").c_str()); }

std::optional<std::string> readWhole(const std::string &path, std::size_t limit, std::string &error)
{
    // O_NONBLOCK: a named pipe under that name must not block the program.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info {};
    if (file.get() < 0 || ::fstat(file.get(), &info) != 0) {
        error = reason();
        return std::nullopt;
    }
    if (!S_ISREG(info.st_mode)) {
        error = "it is not a file";
        return std::nullopt;
    }
    if (info.st_size < 0 || static_cast<std::uint64_t>(info.st_size) > limit) {
        error = "it is far too large";
        return std::nullopt;
    }
    std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t n = ::read(file.get(), bytes.data() + have, bytes.size() - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            error = reason();
            return std::nullopt;
        }
        if (n == 0)
            break;
        have += static_cast<std::size_t>(n);
    }
    bytes.resize(have);
    return bytes;
}

std::string makeDirectory(const std::string &path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error && !std::filesystem::is_directory(path, error))
        return "it is not a directory";
    return error ? error.message() : std::string();
}

}  // namespace trainyard::demo
