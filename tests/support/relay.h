// A TCP relay on 127.0.0.1 in front of a port, whose link can break without a word: while it is cut nothing passes
// and nothing is closed, as when a cable is pulled somewhere on the way.
#pragma once

#include <atomic>
#include <thread>

namespace trainyard {

class Relay {
public:
    explicit Relay(int targetPort);
    ~Relay();
    int port() const { return m_port; }
    void cut();
    void mend();              // what was connected during the cut is closed, as by a machine that knows nothing of it
    void setTarget(int port) { m_target = port; }

private:
    void run();

    std::atomic<int> m_target;
    std::atomic<bool> m_isCut = false, m_isMended = false, m_isEnding = false;
    int m_listener = -1, m_wake = -1, m_port = 0;
    std::thread m_thread;
};

}  // namespace trainyard
