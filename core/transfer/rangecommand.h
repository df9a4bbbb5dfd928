// Ranges of many files of a machine read by one command there, which costs about as many round trips as one file does over
// SFTP. For thousands of small files; the machine needs python3. Blocking, any thread.
#pragma once

#include "core/format/filesource.h"
#include "core/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

bool canReadByCommand(const QList<FileRange> &ranges);   // false: one of them is large, or none at all

// As FileSource::readEach(), of ranges that can be read so; links and all that is no regular file fail. Unsupported where the machine has no python3, or what
// it answered is no answer: then nothing is known, and SFTP is the other way. Errors of the connection are errors of the call.
Result<QList<Result<QByteArray>>> readByCommand(SshConnection &connection, const QString &folder, const QList<FileRange> &ranges,
                                                std::stop_token stop);

// What the command printed for them; nothing in it is believed beyond what was asked for. Corrupt when it is not one answer for
// each and nothing else. For the tests.
Result<QList<Result<QByteArray>>> parseRangeAnswers(const QByteArray &printed, const QString &folder, const QList<FileRange> &ranges);

}  // namespace trainyard
