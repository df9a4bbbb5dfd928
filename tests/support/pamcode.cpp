// SPDX-License-Identifier: GPL-3.0-or-later
// A PAM module that asks for a one-time code, as those for phones and key fobs do: its argument is the right code. It is only for an sshd
// with its own PAM service. PAM's declarations are repeated here, because only sshd needs the library.
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kSuccess = 0, kAuthError = 7, kConversationError = 19, kConversation = 5, kPromptEchoOff = 1;

struct Message {
    int style;
    const char *text;
};
struct Response {
    char *text;
    int code;
};
struct Conversation {
    int (*ask)(int count, const Message **messages, Response **responses, void *data);
    void *data;
};

}  // namespace

extern "C" {

int pam_get_item(const void *handle, int type, const void **item);
int pam_sm_authenticate(void *handle, int flags, int argc, const char **argv);
int pam_sm_setcred(void *handle, int flags, int argc, const char **argv);

int pam_sm_authenticate(void *handle, int, int argc, const char **argv)
{
    const void *item = nullptr;
    if (argc != 1 || pam_get_item(handle, kConversation, &item) != kSuccess || !item)
        return kConversationError;
    const auto *conversation = static_cast<const Conversation *>(item);
    const Message question{kPromptEchoOff, "Verification code: "};
    const Message *questions[] = {&question};
    Response *answer = nullptr;
    if (conversation->ask(1, questions, &answer, conversation->data) != kSuccess || !answer)
        return kConversationError;
    const bool isRight = answer->text && std::strcmp(answer->text, argv[0]) == 0;
    std::free(answer->text);
    std::free(answer);
    return isRight ? kSuccess : kAuthError;
}

int pam_sm_setcred(void *, int, int, const char **) { return kSuccess; }

}  // extern "C"
