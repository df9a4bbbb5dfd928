<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>trainyard::AddPlaceDialog</name>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>A machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>A bucket</source>
        <translation>存储桶</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Set up a store…</source>
        <translation>设置存储…</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Folder in the bucket</source>
        <translation>存储桶里的文件夹</translation>
    </message>
    <message>
        <source>No store is set up yet.</source>
        <translation>还没有设置存储。</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>请先添加机器。</translation>
    </message>
    <message>
        <source>Set up a store first.</source>
        <translation>请先设置存储。</translation>
    </message>
    <message>
        <source>Add a checkpoint location</source>
        <translation>添加检查点位置</translation>
    </message>
    <message>
        <source>Subfolders are scanned too.</source>
        <translation>也会扫描子文件夹。</translation>
    </message>
    <message>
        <source>Add a location</source>
        <translation>添加位置</translation>
    </message>
    <message>
        <source>Its checkpoints are listed with those of your runs. Nothing in it is changed or moved.</source>
        <translation>其中的检查点会和运行的检查点列在一起，内容不会被改动或移动。</translation>
    </message>
    <message>
        <source>Folder on this computer</source>
        <translation>这台电脑上的文件夹</translation>
    </message>
    <message>
        <source>Folder on the machine</source>
        <translation>机器上的文件夹</translation>
    </message>
    <message>
        <source>A path that does not begin with / or ~ is relative to the login folder.</source>
        <translation>不以 / 或 ~ 开头的路径，从登录后所在的文件夹算起。</translation>
    </message>
    <message>
        <source>Leave empty for the whole bucket.</source>
        <translation>留空：整个存储桶。</translation>
    </message>
    <message>
        <source>Add a machine on the Machines page first.</source>
        <translation>请先在“机器”页添加机器。</translation>
    </message>
    <message>
        <source>Checking the location…</source>
        <translation>正在检查该位置…</translation>
    </message>
    <message>
        <source>Add anyway</source>
        <translation>仍然添加</translation>
    </message>
    <message>
        <source>Enter a folder.</source>
        <translation>请填写文件夹。</translation>
    </message>
    <message>
        <source>Enter a folder on the machine.</source>
        <translation>请填写机器上的文件夹。</translation>
    </message>
</context>
<context>
    <name>trainyard::AdviceView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy the command: %1</source>
        <translation>复制命令：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::AgentCommands</name>
    <message>
        <source>No agent is running: start “yard agent” or open the window to send alerts, enforce budgets and renew leases.</source>
        <translation>没有代理在运行：请启动“yard agent”或打开窗口，以便发送告警、执行预算和续租。</translation>
    </message>
    <message>
        <source>%1 is acting as the agent (process %2).</source>
        <extracomment>a program, its number</extracomment>
        <translation>%1 正在担任代理（进程 %2）。</translation>
    </message>
    <message>
        <source>Acting: sending alerts, enforcing budgets, renewing leases and applying checkpoint rules.</source>
        <translation>正在值守：发送告警、执行预算、续租并应用检查点规则。</translation>
    </message>
    <message>
        <source>Standing by: %1 (process %2) is acting.</source>
        <translation>待命：%1（进程 %2）正在值守。</translation>
    </message>
    <message>
        <source>Standing by: another program is acting.</source>
        <translation>待命：另一个程序正在值守。</translation>
    </message>
    <message>
        <source>“yard agent” takes no names: it covers all runs and machines.</source>
        <translation>“yard agent” 不接受名称：它负责所有运行和机器。</translation>
    </message>
    <message>
        <source>“yard agent status” takes no names.</source>
        <translation>“yard agent status” 不接受名称。</translation>
    </message>
    <message>
        <source>Sends alerts, enforces budgets, renews leases and applies checkpoint rules for all runs until Ctrl+C, without a window. While another program does so, it stands by and takes over when that program ends.</source>
        <translation>无需窗口，为所有运行发送告警、执行预算、续租并应用检查点规则，直到按下 Ctrl+C。有其他程序负责时待命，并在其结束后接管。</translation>
    </message>
    <message>
        <source>Shows which program is acting as the agent. Exit status 1: none.</source>
        <translation>显示哪个程序正在担任代理。退出状态 1：没有。</translation>
    </message>
</context>
<context>
    <name>trainyard::Alert</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs %1</source>
        <translation>GPU %1</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 fully used (%2 %)</source>
        <translation>%1 满负荷（%2 %）</translation>
    </message>
    <message>
        <source>%1 hot (%2 °C)</source>
        <translation>%1 温度过高（%2 °C）</translation>
    </message>
    <message>
        <source>%1 nearly out of memory (%2 %)</source>
        <translation>%1 显存将满（%2 %）</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 丢失</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk is full in about %1</source>
        <translation>磁盘约 %1 后写满</translation>
    </message>
    <message>
        <source>no progress for %1</source>
        <translation>%1没有进展</translation>
    </message>
    <message>
        <source>the run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>the run finished</source>
        <translation>运行完成</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>a run or machine, then what is the matter with it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GPUs slow themselves down when they are hot. If the steps take longer, check the machine, or ask its provider for another one.</source>
        <translation>GPU 过热时会自行降频。如果每步变慢，请检查机器，或向服务商更换一台。</translation>
    </message>
    <message>
        <source>A larger batch or a longer sequence ends with “out of memory”. Have a checkpoint before you change anything.</source>
        <translation>更大的批次或更长的序列会导致“显存不足”。改动前请先保存检查点。</translation>
    </message>
    <message>
        <source>Check the machine: a GPU that is gone comes back with a restart at best. Resume from the last good checkpoint elsewhere.</source>
        <translation>请检查机器：丢失的 GPU 最多在重启后恢复。可在其他机器上从最近的完好检查点继续。</translation>
    </message>
    <message>
        <source>Read the end of the log, then resume from the last good checkpoint.</source>
        <translation>查看日志末尾，然后从最近的完好检查点继续。</translation>
    </message>
    <message>
        <source>Fetch its checkpoints, then return the machine so that it costs nothing more.</source>
        <translation>取回检查点，然后退还机器，不再产生费用。</translation>
    </message>
    <message>
        <source>GPU fully used</source>
        <translation>GPU 满负荷</translation>
    </message>
    <message>
        <source>GPU hot</source>
        <translation>GPU 温度过高</translation>
    </message>
    <message>
        <source>GPU memory nearly full</source>
        <translation>GPU 显存将满</translation>
    </message>
    <message>
        <source>GPU lost</source>
        <translation>GPU 丢失</translation>
    </message>
    <message>
        <source>Disk full soon</source>
        <translation>磁盘即将写满</translation>
    </message>
    <message>
        <source>No progress</source>
        <translation>没有进展</translation>
    </message>
    <message>
        <source>Budget used by 50, 80, 100 %</source>
        <translation>预算已用 50、80、100 %</translation>
    </message>
    <message>
        <source>Run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>Run finished</source>
        <translation>运行完成</translation>
    </message>
    <message>
        <source>For information</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>it hangs: busy GPUs wait and do not compute</source>
        <translation>挂起：GPU 显示忙碌，却只在等待，没有计算</translation>
    </message>
    <message>
        <source>Run hangs</source>
        <translation>运行挂起</translation>
    </message>
    <message>
        <source>%1: low utilization (%2 %)</source>
        <translation>%1 利用率低（%2 %）</translation>
    </message>
    <message>
        <source>the run ended; how is unknown</source>
        <translation>运行已结束，原因不明</translation>
    </message>
    <message>
        <source>Check the log: is it waiting for data, a download or another rank? If not, stop the run to save money.</source>
        <translation>查看日志：是否在等数据、下载或其他 rank？如果不是，就停止运行以节省费用。</translation>
    </message>
    <message>
        <source>Low GPU utilization</source>
        <translation>GPU 利用率低</translation>
    </message>
    <message>
        <source>Machine silent</source>
        <translation>机器失联</translation>
    </message>
    <message>
        <source>no space for another checkpoint</source>
        <translation>没有空间再保存一个检查点</translation>
    </message>
    <message>
        <source>no space for checkpoints in about %1</source>
        <translation>约 %1 后检查点没有空间可存</translation>
    </message>
    <message>
        <source>machine silent for %1</source>
        <translation>%1没有数据</translation>
    </message>
    <message>
        <source>No action needed: the GPUs are well used.</source>
        <translation>无需处理：GPU 物尽其用。</translation>
    </message>
    <message>
        <source>Remove checkpoints that you no longer need, or copy them elsewhere, before one is truncated while it is saved.</source>
        <translation>在保存被截断之前，删除不再需要的检查点，或把它们复制到别处。</translation>
    </message>
    <message>
        <source>Remove checkpoints that you no longer need, or keep only the last ones (checkpoints.keep in the task), before one is truncated while it is saved.</source>
        <translation>在保存被截断之前，删除不再需要的检查点，或只保留最近几个（任务中的 checkpoints.keep）。</translation>
    </message>
    <message>
        <source>Check the log: busy GPUs without a step mean that ranks wait for each other. If it hangs, resume from the last checkpoint.</source>
        <translation>请看日志：GPU 忙碌却没有新的步，说明各 rank 在互相等待。如果卡死，请从最近的检查点继续。</translation>
    </message>
    <message>
        <source>See on its page which rank is behind and where its processes are. Stop it and resume from the last checkpoint: every minute costs money.</source>
        <translation>在它的页面上查看哪个 rank 落后、各进程停在哪里。停止后从最近的检查点继续：每一分钟都在花钱。</translation>
    </message>
    <message>
        <source>Check the connection to the machine. The run continues without it, and its output is fetched later.</source>
        <translation>请检查与机器的连接。没有连接运行也会继续，内容稍后会取回。</translation>
    </message>
    <message>
        <source>Raise the budget, or let its runs save a checkpoint and stop.</source>
        <translation>提高预算，或让其中的运行保存后停止。</translation>
    </message>
    <message>
        <source>No space for checkpoints soon</source>
        <translation>检查点空间即将用尽</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertCommands</name>
    <message>
        <source>Name one run, or none.</source>
        <translation>请指定一个运行，或不指定。</translation>
    </message>
    <message>
        <source>Name one alert by its number.</source>
        <translation>请用编号指定一个告警。</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>This command takes no arguments.</source>
        <translation>此命令不接受任何参数。</translation>
    </message>
    <message>
        <source>No open alerts.</source>
        <translation>没有未解除的告警。</translation>
    </message>
    <message>
        <source>--limit takes a number from 1 to %1.</source>
        <translation>--limit 需要 1 到 %1 之间的数字。</translation>
    </message>
    <message>
        <source>No alerts have been recorded.</source>
        <translation>没有告警记录。</translation>
    </message>
    <message>
        <source>There is no alert %1. `yard alert history` lists all alerts.</source>
        <translation>没有告警 %1。用 `yard alert history` 查看列表。</translation>
    </message>
    <message>
        <source>No desktop session can show notifications here.</source>
        <translation>这里没有可显示通知的桌面会话。</translation>
    </message>
    <message>
        <source>No alert channel is set up. Choose one in the settings.</source>
        <translation>尚未设置告警通知方式。请在设置中选择。</translation>
    </message>
    <message>
        <source>Lists open alerts.</source>
        <translation>列出未解除的告警。</translation>
    </message>
    <message>
        <source>Lists past alerts, newest first. Name a run to list only its alerts.</source>
        <translation>列出告警记录，最新的在前；指定运行时只列该运行的。</translation>
    </message>
    <message>
        <source>Acknowledges an alert.</source>
        <translation>将告警标记为已读。</translation>
    </message>
    <message>
        <source>Sends a test alert through every configured channel.</source>
        <translation>通过每种已设置的方式发送测试告警。</translation>
    </message>
    <message>
        <source>Follows runs, sends alerts and prints them until Ctrl+C. Without a name: all active runs, and all machines without a run.</source>
        <translation>跟踪运行，发送告警并打印出来，直到按 Ctrl+C。不带名称时：所有未结束的运行，以及没有运行的所有机器。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertFiles</name>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>无法读取 %1：请检查权限。</translation>
    </message>
    <message>
        <source>Other users can read %1: run chmod 600 on it, and replace the webhook.</source>
        <translation>其他人可以读取 %1：请对它执行 chmod 600，并更换 webhook。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertLines</name>
    <message>
        <source>alert below %1</source>
        <translation>低于 %1 时告警</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <comment>a rule, a duration</comment>
        <translation>%1，持续 %2</translation>
    </message>
    <message>
        <source>alert at %1</source>
        <translation>达到 %1 时告警</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertNotice</name>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n 个告警</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::AlertPayload</name>
    <message>
        <source>%1 refused the message: %2</source>
        <translation>%1 拒绝了消息：%2</translation>
    </message>
    <message>
        <source>%1 did not answer as this kind of service does: check the address and the format.</source>
        <translation>%1 的回答不像这类服务：请检查地址和格式。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertRow</name>
    <message>
        <source>since %1 (%2)</source>
        <extracomment>a moment, then how long ago that is</extracomment>
        <translation>自 %1 起（%2）</translation>
    </message>
    <message>
        <source>no more data: unknown whether it continues</source>
        <translation>不再有数据：是否仍在持续未知</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Stops counting it, and sends no more notifications while it continues.</source>
        <translation>不再计数，持续期间也不再通知。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertSettings</name>
    <message>
        <source>The command for alerts is a list of texts: the program, then its arguments.</source>
        <translation>告警命令是一个文本列表：先程序，后参数。</translation>
    </message>
    <message>
        <source>Alerts are not sent unencrypted: use https:// (http:// is for this computer itself).</source>
        <translation>告警不会以明文发送：请使用 https://（http:// 仅限本机）。</translation>
    </message>
    <message>
        <source>The settings of alerts are not a JSON object: correct or remove the file.</source>
        <translation>告警设置不是 JSON 对象：请更正或删除该文件。</translation>
    </message>
    <message>
        <source>“%1” is not a valid format of webhooks: use json, slack, feishu, dingtalk or wecom.</source>
        <translation>“%1”不是 webhook 格式：请使用 json、slack、feishu、dingtalk 或 wecom。</translation>
    </message>
    <message>
        <source>“%1” is not a known alert setting: check its spelling.</source>
        <translation>告警中没有“%1”：请检查拼写。</translation>
    </message>
    <message>
        <source>The quiet hours are not valid: write them like 22:00-07:00.</source>
        <translation>无法理解免打扰时段：请写成 22:00-07:00 的形式。</translation>
    </message>
    <message>
        <source>Alerts can be sent to desktop, command and webhook, not to “%1”.</source>
        <translation>告警可以发往 desktop、command 和 webhook：“%1”不在其中。</translation>
    </message>
    <message>
        <source>The address of a webhook begins with https:// and contains no password: copy it from the service again.</source>
        <translation>Webhook 地址以 https:// 开头且不含密码：请从服务处重新复制。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertSettingsCard</name>
    <message>
        <source>Quiet hours</source>
        <translation>免打扰时段</translation>
    </message>
    <message>
        <source>Program and arguments</source>
        <translation>程序和参数</translation>
    </message>
    <message>
        <source>Address of the webhook</source>
        <translation>Webhook 地址</translation>
    </message>
    <message>
        <source>On the desktop</source>
        <translation>桌面通知</translation>
    </message>
    <message>
        <source>Run a command on this computer</source>
        <translation>在本机运行命令</translation>
    </message>
    <message>
        <source>Send to a webhook</source>
        <translation>发送到 webhook</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>发送测试</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>JSON, for programs</source>
        <translation>JSON，供程序使用</translation>
    </message>
    <message>
        <source>Feishu, Lark</source>
        <translation>飞书、Lark</translation>
    </message>
    <message>
        <source>DingTalk</source>
        <translation>钉钉</translation>
    </message>
    <message>
        <source>WeCom</source>
        <translation>企业微信</translation>
    </message>
    <message>
        <source>Notify me about these. A task can have its own (section “alerts”).</source>
        <translation>发生以下情况时通知我。任务可以有自己的设置（“alerts”部分）。</translation>
    </message>
    <message>
        <source>Let critical alerts through</source>
        <translation>严重告警照常通知</translation>
    </message>
    <message>
        <source>Save address</source>
        <translation>保存地址</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>In this computer&apos;s time; separate several with commas. Alerts still open are sent when quiet hours end.</source>
        <translation>按本机时钟，多个时段用逗号分隔。免打扰结束后仍未解除的告警届时通知。</translation>
    </message>
    <message>
        <source>It receives the alert as JSON on standard input and in TRAINYARD_ALERT_… variables; no shell is involved.</source>
        <translation>告警以 JSON 格式从标准输入传入，也通过 TRAINYARD_ALERT_… 变量传入；不经过 shell。</translation>
    </message>
    <message>
        <source>Message format</source>
        <translation>消息格式</translation>
    </message>
    <message>
        <source>Every message contains the word Trainyard, for services that require a keyword.</source>
        <translation>每条消息都含有 Trainyard 一词，供要求关键词的服务使用。</translation>
    </message>
    <message>
        <source>Anyone who knows it can post there, so it is stored in a file that only you can read and not shown again.</source>
        <translation>知道地址的人都能发消息，因此它保存在只有你能读的文件中，不再显示。</translation>
    </message>
    <message>
        <source>Signing secret, if the service provides one</source>
        <translation>签名密钥（如果服务提供）</translation>
    </message>
    <message>
        <source>Set (%1). Paste another address to replace it.</source>
        <translation>已设置（%1）。粘贴新地址可替换。</translation>
    </message>
    <message>
        <source>Already sending the test.</source>
        <translation>测试正在发送。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>Enter the address first.</source>
        <translation>请先填写地址。</translation>
    </message>
    <message>
        <source>Enter hours such as 22:00-07:00.</source>
        <translation>请填写时段，例如 22:00-07:00。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertSettingsController</name>
    <message>
        <source>This window sends alerts, enforces budgets and renews leases.</source>
        <translation>告警、预算和租约目前由本窗口负责。</translation>
    </message>
    <message>
        <source>%1 (process %2) sends alerts, enforces budgets and renews leases.</source>
        <extracomment>a program, its number</extracomment>
        <translation>告警、预算和租约目前由 %1（进程 %2）负责。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>where a test went, then what came of it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>No notification channel is set: choose one above.</source>
        <translation>没有设置通知方式：请在上面选择一种。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertsPage</name>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message numerus="yes">
        <source>%n open</source>
        <translation>
            <numerusform>%n 个未解除</numerusform>
        </translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>Notification settings…</source>
        <translation>通知设置…</translation>
    </message>
    <message>
        <source>No open alerts.</source>
        <translation>没有未解除的告警。</translation>
    </message>
    <message>
        <source>Hot, idle or lost GPUs, filling disks, and stalled or failed runs are shown here while Trainyard or “yard agent” is running.</source>
        <translation>GPU 过热、空闲或丢失，磁盘写满，运行停滞或失败：在 Trainyard 或“yard agent”运行期间会显示在这里。</translation>
    </message>
</context>
<context>
    <name>trainyard::AlertsSection</name>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>What is different for this run is only in the task file, in its section “alerts”.</source>
        <translation>本次运行的不同之处只写在任务文件的“alerts”部分。</translation>
    </message>
    <message>
        <source>All alerts are as in the settings.</source>
        <translation>所有告警都与设置相同。</translation>
    </message>
</context>
<context>
    <name>trainyard::Badge</name>
    <message>
        <source>Preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Corrupt</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>可在此运行</translation>
    </message>
    <message>
        <source>Runs with limits</source>
        <translation>可运行，有限制</translation>
    </message>
    <message>
        <source>Starts, cannot use the GPU</source>
        <translation>能启动，但用不了 GPU</translation>
    </message>
    <message>
        <source>Does not start here</source>
        <translation>在此无法启动</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Bad</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Safe</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Other classes</source>
        <translation>含其他类</translation>
    </message>
    <message>
        <source>Unsafe</source>
        <translation>不安全</translation>
    </message>
</context>
<context>
    <name>trainyard::BreakEven</name>
    <message>
        <source>A price cannot be negative.</source>
        <translation>价格不能为负。</translation>
    </message>
    <message>
        <source>A month has %1 hours: a machine cannot be used for longer.</source>
        <translation>一个月有 %1 小时，一台机器的使用时间不能更多。</translation>
    </message>
</context>
<context>
    <name>trainyard::BudgetBar</name>
    <message>
        <source>%1 spent</source>
        <translation>已用 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::BudgetCommands</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>runs without a project</source>
        <translation>未归入项目的运行</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>this month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>Removes a budget.</source>
        <translation>移除一项预算。</translation>
    </message>
    <message>
        <source>No price is known for the offer %1. Give it with --price.</source>
        <translation>报价 %1 的价格未知，请用 --price 给出。</translation>
    </message>
    <message>
        <source>Name a machine, and either its price per hour, as in --price 2.49USD, or an offer with --offer.</source>
        <translation>请指定机器，并用 --price 给出每小时价格（例如 --price 2.49USD），或用 --offer 指定报价。</translation>
    </message>
    <message>
        <source>“%1” is not a valid time. Example: 2026-11-20T18:30.</source>
        <translation>“%1”不是有效的时间。例如：2026-11-20T18:30。</translation>
    </message>
    <message>
        <source>%1 has cost %2 per hour since %3.</source>
        <translation>%1 自 %3 起每小时 %2。</translation>
    </message>
    <message>
        <source>Name one machine.</source>
        <translation>请指定一台机器。</translation>
    </message>
    <message>
        <source>%1 is no longer billed here; it cost %2 in total. Switch it off at its provider, or the provider will keep charging for it.</source>
        <translation>%1 不再计费，共计 %2。请在服务商处关机，否则服务商会继续收费。</translation>
    </message>
    <message>
        <source>No machine has a price set. Set one with: yard machine rent NAME --price 2.49USD</source>
        <translation>没有机器设置了价格。设置方法：yard machine rent NAME --price 2.49USD</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>This command takes no arguments.</source>
        <translation>此命令不接受任何参数。</translation>
    </message>
    <message>
        <source>Name a budget and its amount, for example --month --amount 500USD.</source>
        <translation>请指定预算和金额，例如 --month --amount 500USD。</translation>
    </message>
    <message>
        <source>Name one budget: --month or --project NAME.</source>
        <translation>请指定一项预算：--month 或 --project NAME。</translation>
    </message>
    <message>
        <source>Sets a machine&apos;s price per hour. Billing runs until the machine is returned.</source>
        <translation>设置机器每小时的价格，计费到归还为止。</translation>
    </message>
    <message>
        <source>Ends a machine&apos;s rental.</source>
        <translation>归还机器，结束计费。</translation>
    </message>
    <message>
        <source>Shows what machines cost now, today and this month, and the budgets.</source>
        <translation>显示机器当前、今天和本月的费用以及各项预算。</translation>
    </message>
    <message>
        <source>Sets the monthly budget, in total or for a project.</source>
        <translation>设置每月的总预算或某个项目的预算。</translation>
    </message>
</context>
<context>
    <name>trainyard::BudgetWatch</name>
    <message numerus="yes">
        <source>The clock of this computer was set ahead by %n minute(s). Budgets stop nothing for the next %1 minutes: check date and time.</source>
        <translation>
            <numerusform>本机时钟被拨快了 %n 分钟。接下来 %1 分钟内预算不会停止任何运行：请检查日期和时间。</numerusform>
        </translation>
    </message>
    <message>
        <source>this month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>%2 of the budget for %1 is used: %3 of %4.</source>
        <extracomment>whose budget, percent, spent, budget</extracomment>
        <translation>“%1”的预算已用 %2：%3，共 %4。</translation>
    </message>
</context>
<context>
    <name>trainyard::Budgets</name>
    <message>
        <source>The budget of %1 for this month is used up (%2 spent): raise it, then launch again.</source>
        <translation>本月 %1 的预算已用完（已花 %2）：请提高预算后再启动。</translation>
    </message>
    <message>
        <source>The budget of %1 for %2 is used up this month (%3 spent): raise it, then launch again.</source>
        <translation>项目 %2 本月 %1 的预算已用完（已花 %3）：请提高预算后再启动。</translation>
    </message>
</context>
<context>
    <name>trainyard::BudgetsDialog</name>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Budgets</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>For</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <extracomment>spent, budget, percent</extracomment>
        <translation>%1，共 %2，%3</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>At 50 % you are notified, at 80 % the runs are asked to save, at 100 % they are stopped with time to save. Each month starts from zero.</source>
        <translation>用到 50 % 时通知你，80 % 时要求运行保存，100 % 时留出保存时间后停止。每月重新计算。</translation>
    </message>
    <message>
        <source>Monthly total</source>
        <translation>每月总额</translation>
    </message>
    <message>
        <source>A project, per month</source>
        <translation>某个项目，每月</translation>
    </message>
    <message>
        <source>As in the task file: project: NAME</source>
        <translation>与任务文件中一致：project: NAME</translation>
    </message>
    <message>
        <source>Set budget</source>
        <translation>设置预算</translation>
    </message>
    <message>
        <source>No budget yet. Spending is tracked anyway.</source>
        <translation>还没有预算。花费仍会照常统计。</translation>
    </message>
</context>
<context>
    <name>trainyard::ChartControls</name>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>More for this chart</source>
        <translation>此图表的更多操作</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
    <message>
        <source>Median and range</source>
        <translation>中位数与范围</translation>
    </message>
    <message>
        <source>Small charts</source>
        <translation>小图表</translation>
    </message>
    <message>
        <source>Heat strips</source>
        <translation>热力条</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1 to %2</source>
        <translation>GPU %1 到 %2</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Copy values as CSV</source>
        <translation>复制数值（CSV）</translation>
    </message>
    <message>
        <source>Save values as CSV…</source>
        <translation>保存数值（CSV）…</translation>
    </message>
    <message>
        <source>Save values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Show as charts</source>
        <translation>显示为图表</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>显示为表格</translation>
    </message>
    <message>
        <source>Show this moment in the log</source>
        <translation>在日志中显示此时刻</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom back</source>
        <translation>还原缩放</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>上一个事件</translation>
    </message>
    <message>
        <source>One line per GPU</source>
        <translation>每个 GPU 一条线</translation>
    </message>
    <message>
        <source>Loss and other curves</source>
        <translation>损失及其他曲线</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步数</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Logarithmic loss</source>
        <translation>损失用对数坐标</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>GPU display: %1</source>
        <translation>GPU 的显示方式：%1</translation>
    </message>
    <message>
        <source>Curve axis: %1</source>
        <translation>曲线横轴：%1</translation>
    </message>
    <message>
        <source>The times of the steps are not known yet.</source>
        <translation>尚不清楚各步发生的时间。</translation>
    </message>
    <message>
        <source>The picture was not saved. Choose another location, or free up space there.</source>
        <translation>图片没有保存。请选择其他位置，或在那里腾出空间。</translation>
    </message>
    <message>
        <source>The values were not saved. Choose another location, or free up space there.</source>
        <translation>数值没有保存。请选择其他位置，或在那里腾出空间。</translation>
    </message>
</context>
<context>
    <name>trainyard::ChartPanel</name>
    <message>
        <source>lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>图表：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::ChartStack</name>
    <message>
        <source>no value</source>
        <translation>无数值</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>%1, median and range of %2</source>
        <translation>%1，%2 卡中位数与范围</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>of %1 GiB each</source>
        <translation>每卡 %1 GiB</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>watt</source>
        <translation>瓦</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>percent</source>
        <translation>百分比</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>percent of all cores</source>
        <translation>占全部核心的百分比</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>of %1 GiB</source>
        <translation>共 %1 GiB</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>bytes per second</source>
        <translation>字节 / 秒</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>no samples %1</source>
        <translation>%1 无采样</translation>
    </message>
    <message>
        <source>No samples yet</source>
        <translation>还没有采样</translation>
    </message>
    <message>
        <source>No samples in this range</source>
        <translation>这段时间没有采样</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>GPU clock</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <source>limit %1 W</source>
        <translation>上限 %1 W</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>smallest to largest value</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>two facts</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>PCIe, received</source>
        <translation>PCIe 接收</translation>
    </message>
    <message>
        <source>PCIe, sent</source>
        <translation>PCIe 发送</translation>
    </message>
    <message>
        <source>this run&apos;s GPU</source>
        <translation>本任务的 GPU</translation>
    </message>
    <message>
        <source>median of this run&apos;s %1</source>
        <translation>本任务 %1 个 GPU 的中位数</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Charts. Press T to show them as a table.</source>
        <translation>图表。按 T 以表格显示。</translation>
    </message>
    <message>
        <source>%1, used by others</source>
        <translation>%1（他人在用）</translation>
    </message>
    <message>
        <source>hot at %1 °C</source>
        <translation>%1 °C 起偏热</translation>
    </message>
    <message>
        <source>total %1 GiB</source>
        <translation>共 %1 GiB</translation>
    </message>
    <message>
        <source>GPUs of this run unknown</source>
        <translation>尚不知道本任务使用哪些 GPU</translation>
    </message>
    <message>
        <source>GPU utilization</source>
        <translation>GPU 利用率</translation>
    </message>
</context>
<context>
    <name>trainyard::ChartTable</name>
    <message>
        <source>Charts as a table</source>
        <translation>图表的表格形式</translation>
    </message>
</context>
<context>
    <name>trainyard::ChartTableModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckCommand</name>
    <message>
        <source>Name one machine.</source>
        <translation>请指定一台机器。</translation>
    </message>
    <message>
        <source>Checking: %1</source>
        <translation>正在检查：%1</translation>
    </message>
    <message>
        <source>--image takes the name of an image.</source>
        <translation>--image 需要一个镜像的名称。</translation>
    </message>
    <message>
        <source>--ports takes port numbers separated by commas: 29500,29501.</source>
        <translation>--ports 需要用逗号分隔的端口号：29500,29501。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckKeeper</name>
    <message>
        <source>The saved results of this check cannot be read: check the machine again.</source>
        <translation>保存的这次检查无法读取：请重新检查该机器。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckProgress</name>
    <message>
        <source>looking up the name %1</source>
        <translation>正在解析名称 %1</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>the driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>the GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>the GPUs one by one</source>
        <translation>逐块检查 GPU</translation>
    </message>
    <message>
        <source>what slows the GPUs down</source>
        <translation>GPU 降频的原因</translation>
    </message>
    <message>
        <source>how the GPUs are connected</source>
        <translation>GPU 之间的连接方式</translation>
    </message>
    <message>
        <source>processes on the GPUs</source>
        <translation>GPU 上的进程</translation>
    </message>
    <message>
        <source>the kernel log</source>
        <translation>内核日志</translation>
    </message>
    <message>
        <source>docker</source>
        <translation>docker</translation>
    </message>
    <message>
        <source>a container of docker, started to look inside</source>
        <translation>启动一个 docker 容器，查看其内部</translation>
    </message>
    <message>
        <source>podman</source>
        <translation>podman</translation>
    </message>
    <message>
        <source>a container of podman, started to look inside</source>
        <translation>启动一个 podman 容器，查看其内部</translation>
    </message>
    <message>
        <source>GPUs for containers (CDI)</source>
        <translation>容器可用的 GPU（CDI）</translation>
    </message>
    <message>
        <source>shared memory and disk space</source>
        <translation>共享内存与磁盘空间</translation>
    </message>
    <message>
        <source>how fast the disk writes</source>
        <translation>磁盘写入速度</translation>
    </message>
    <message>
        <source>how fast the disk reads</source>
        <translation>磁盘读取速度</translation>
    </message>
    <message>
        <source>memory, processors and limits</source>
        <translation>内存、处理器与各项限制</translation>
    </message>
    <message>
        <source>how names are looked up</source>
        <translation>域名解析设置</translation>
    </message>
    <message>
        <source>ports that are taken</source>
        <translation>已被占用的端口</translation>
    </message>
    <message>
        <source>complete GPU data</source>
        <translation>GPU 的完整信息</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckRow</name>
    <message>
        <source>Ask again</source>
        <translation>重新询问</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Add checkpoints in /checkpoints</source>
        <translation>在 /checkpoints 中添加检查点</translation>
    </message>
    <message>
        <source>%1 %2 s</source>
        <comment>what is going on, and for how long</comment>
        <translation>%1 %2 秒</translation>
    </message>
    <message>
        <source>Fine: %1</source>
        <translation>正常：%1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Problem: %1</source>
        <translation>问题：%1</translation>
    </message>
    <message>
        <source>Unknown: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>Enter: %1</source>
        <translation>回车：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointCommands</name>
    <message>
        <source>Name two checkpoints, each as WHERE or WHERE@CHECKPOINT.</source>
        <translation>请指定两个检查点，各写成 WHERE 或 WHERE@CHECKPOINT。</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全性</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>And %1 more.</source>
        <translation>另有 %1 项。</translation>
    </message>
    <message>
        <source>Name one run.</source>
        <translation>请指定一个运行。</translation>
    </message>
    <message>
        <source>Name one run, MACHINE:/path, s3://bucket/key or folder.</source>
        <translation>请指定一个运行、MACHINE:/路径、s3://bucket/key 或文件夹。</translation>
    </message>
    <message>
        <source>“%1” is neither a run nor a path on this computer. Write MACHINE:/path for a path on a machine and s3://bucket/key for a store.</source>
        <translation>“%1”既不是运行，也不是本机上的路径。机器上的写作 MACHINE:/path，存储里的写作 s3://bucket/key。</translation>
    </message>
    <message>
        <source>No permission to read the folder “%1”.</source>
        <translation>无权读取文件夹“%1”。</translation>
    </message>
    <message>
        <source>Name at most one location.</source>
        <translation>最多指定一个位置。</translation>
    </message>
    <message>
        <source>Add --by lowest or --by highest to say which values are better.</source>
        <translation>请用 --by lowest（越低越好）或 --by highest（越高越好）说明哪个更好。</translation>
    </message>
    <message>
        <source>Lists the checkpoints of all runs or of one location, with a verdict for each.</source>
        <translation>列出所有运行或某个位置的检查点，并逐个给出判断。</translation>
    </message>
    <message>
        <source>All names in the second checkpoint begin with “%1”; the prefix was ignored for the comparison.</source>
        <translation>第二个检查点的所有名称都以“%1”开头；比较时已忽略该前缀。</translation>
    </message>
    <message>
        <source>All names in the first checkpoint begin with “%1”; the prefix was ignored for the comparison.</source>
        <translation>第一个检查点的所有名称都以“%1”开头；比较时已忽略该前缀。</translation>
    </message>
    <message>
        <source>%1 equal, %2 changed, %3 with the same shape (values not compared), %4 with another shape, %5 with another type, %6 added, %7 removed.</source>
        <translation>%1 个相同，%2 个有变化，%3 个形状相同（未比较数值），%4 个形状不同，%5 个类型不同，%6 个新增，%7 个移除。</translation>
    </message>
    <message>
        <source>Add --numbers to read and compare the values of tensors with the same shape.</source>
        <translation>加上 --numbers 可读取并比较形状相同的张量的数值。</translation>
    </message>
    <message>
        <source>Compares two checkpoints: tensors, hyperparameters, and with --numbers how much the values changed.</source>
        <translation>比较两个检查点：张量、超参数；加 --numbers 时还有数值变化的幅度。</translation>
    </message>
    <message>
        <source>Read %1 in %2 requests. No code was executed.</source>
        <translation>共 %2 次请求，读取 %1。没有执行任何代码。</translation>
    </message>
    <message>
        <source>Name a run, MACHINE:/path, s3://bucket/key or path, and optionally one of its checkpoints.</source>
        <translation>请指定运行、MACHINE:/path、s3://bucket/key 或路径，还可以指定其中一个检查点。</translation>
    </message>
    <message>
        <source>Inspects a checkpoint without executing anything in it: format, step, tensors, whether it is safe to load.</source>
        <translation>查看检查点的内容而不执行其中任何东西：格式、步数、张量，以及加载是否安全。</translation>
    </message>
    <message>
        <source>not kept by any rule</source>
        <translation>没有规则保留它</translation>
    </message>
    <message>
        <source>Files from an interrupted removal were restored.</source>
        <translation>上次被中断的移除所涉及的文件已恢复。</translation>
    </message>
    <message>
        <source>The removal of %1 was interrupted, and its original place is taken. Check .trainyard-trash by hand.</source>
        <translation>移除 %1 曾被中断，而原位置已被别的内容占用：请手动查看 .trainyard-trash。</translation>
    </message>
    <message>
        <source>Nothing to remove.</source>
        <translation>没有需要移除的检查点。</translation>
    </message>
    <message>
        <source>%1 checkpoints with %2 would be deleted permanently, because an object store has no trash. Add --yes --for-good to delete them.</source>
        <translation>将永久删除 %1 个检查点（%2），因为对象存储没有回收站。加上 --yes --for-good 即可删除。</translation>
    </message>
    <message>
        <source>%1 checkpoints with %2 would be removed. Add --yes to remove them.</source>
        <translation>将移除 %1 个检查点，共 %2。加上 --yes 才会真正移除。</translation>
    </message>
    <message>
        <source>%1 checkpoints with %2 were deleted permanently.</source>
        <translation>已彻底删除 %1 个检查点，共 %2。</translation>
    </message>
    <message>
        <source>%1 checkpoints with %2 were moved to the trash. `yard checkpoint trash` lists it; space is freed when you empty it.</source>
        <translation>%1 个检查点（共 %2）已移入回收站。`yard checkpoint trash` 可查看；清空后才会腾出空间。</translation>
    </message>
    <message>
        <source>Name what to keep with --last, --best or --every, or add --damaged to remove incomplete checkpoints.</source>
        <translation>请说明保留哪些：--last、--best 或 --every；或用 --damaged 移除不完整的。</translation>
    </message>
    <message>
        <source>%1 is pinned. No rule removes it.</source>
        <translation>%1 已固定：任何规则都不会清理它。</translation>
    </message>
    <message>
        <source>%1 is no longer pinned.</source>
        <translation>%1 已取消固定。</translation>
    </message>
    <message>
        <source>Name one run, MACHINE:/path or folder, and one action.</source>
        <translation>请指定一个运行、MACHINE:/path 或文件夹，并且只做一件事。</translation>
    </message>
    <message>
        <source>An object store has no trash: removed checkpoints cannot be restored unless the bucket keeps versions.</source>
        <translation>对象存储没有回收站：除非存储桶保留版本，否则删除的内容无法恢复。</translation>
    </message>
    <message>
        <source>With --yes, moves checkpoints that no rule keeps to the trash. The newest complete one is always kept.</source>
        <translation>加 --yes 时把没有规则要保留的检查点移入回收站；最新的完整检查点始终保留。</translation>
    </message>
    <message>
        <source>Pins checkpoints (by default the latest usable one) so that no rule removes them.</source>
        <translation>固定检查点（不指明时为最新可用的一个）：任何规则都不会清理它们。</translation>
    </message>
    <message>
        <source>Unpins checkpoints.</source>
        <translation>取消固定检查点。</translation>
    </message>
    <message>
        <source>Lists removed checkpoints, restores them or deletes them permanently.</source>
        <translation>列出已移除的内容，放回原处或彻底删除。</translation>
    </message>
    <message>
        <source>Use either --preset or --with.</source>
        <translation>--preset 和 --with 只能给出一个。</translation>
    </message>
    <message>
        <source>There is no preset “%1”. Available: %2.</source>
        <translation>没有预设“%1”。可用的有：%2。</translation>
    </message>
    <message>
        <source>After --with, write the arguments to append to the command, like &apos;--resume {path}&apos;.</source>
        <translation>请在 --with 后写出要加到命令中的内容，例如 &apos;--resume {path}&apos;。</translation>
    </message>
    <message>
        <source>A budget must be above zero, for example --budget 40USD.</source>
        <translation>预算必须大于零，例如 --budget 40USD。</translation>
    </message>
    <message>
        <source>Use either --checkpoint or --from: the address already names the checkpoint.</source>
        <translation>--checkpoint 和 --from 只能给一个：地址已指明检查点。</translation>
    </message>
    <message>
        <source>If a store or this computer has a copy of the checkpoint, resume from it: --from s3://bucket/key --machine NAME.</source>
        <translation>如果存储里或本机上有检查点的副本，可以从副本续跑：--from s3://bucket/key --machine NAME。</translation>
    </message>
    <message>
        <source>Loading %1 runs code. Choose another checkpoint, or add --allow-code if you know what it runs.</source>
        <translation>加载 %1 会执行代码。请选择其他检查点；如果清楚它会执行什么，可加上 --allow-code。</translation>
    </message>
    <message>
        <source>Checks whether a run resumes correctly from a checkpoint, then starts its next attempt from there.</source>
        <translation>说明任务能否从检查点正确续跑，然后从那里开始下一次尝试。</translation>
    </message>
    <message>
        <source>Read on the machine with its python3.</source>
        <translation>由机器上的 python3 就地读取。</translation>
    </message>
    <message>
        <source>Read on the machine with its gzip: slow, and without checking numbers.</source>
        <translation>由机器上的 gzip 就地读取：较慢，且无法查看数值。</translation>
    </message>
    <message>
        <source>Read %1.</source>
        <translation>已读取 %1。</translation>
    </message>
    <message>
        <source>Checking the rest needs a download of %1: add --transfer.</source>
        <translation>其余部分需要通过网络传输 %1：请加上 --transfer。</translation>
    </message>
    <message>
        <source>This was the quick check of sizes and structure. --full reads everything.</source>
        <translation>这是快速检查：只看大小和结构。--full 会读取全部内容。</translation>
    </message>
    <message>
        <source>A manifest with SHA-256 checksums was written next to it.</source>
        <translation>旁边已写入一份清单，含各文件的 SHA-256。</translation>
    </message>
    <message>
        <source>Checks whether a checkpoint is complete; with --full by reading all of it, on the machine where it is stored.</source>
        <translation>判断检查点是否完整；加 --full 时在它所在的机器上读取全部内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointCopy</name>
    <message>
        <source>%1 of %2  %3</source>
        <translation>%1 / %2  %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>%1: comparing SHA-256</source>
        <translation>%1：正在比较 SHA-256</translation>
    </message>
    <message>
        <source>Copying the checkpoint from %1 to this computer</source>
        <translation>正在把检查点从 %1 复制到本机</translation>
    </message>
    <message>
        <source>Copying the checkpoint from this computer to %1</source>
        <translation>正在把检查点从本机复制到 %1</translation>
    </message>
    <message>
        <source>%1 fetches the checkpoint from %2</source>
        <translation>%1 正在从 %2 取回检查点</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>There is no checkpoint at %1.</source>
        <translation>%1 处没有检查点。</translation>
    </message>
    <message>
        <source>read back, SHA-256 matches</source>
        <translation>已读回，SHA-256 一致</translation>
    </message>
    <message>
        <source>SHA-256 matches on both sides</source>
        <translation>两端 SHA-256 一致</translation>
    </message>
    <message>
        <source>MD5 matches on both sides</source>
        <translation>两端 MD5 一致</translation>
    </message>
    <message>
        <source>sizes match; the store provides no checksum</source>
        <translation>大小一致；存储未提供校验和</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>没有需要比较的内容</translation>
    </message>
    <message>
        <source>Skipped, because it is not a regular file or is a link that leads out of the folder: %1</source>
        <translation>已略过，因为它不是普通文件，或是指向文件夹之外的链接：%1</translation>
    </message>
    <message>
        <source>Name a source and a destination.</source>
        <translation>请指定来源和目标。</translation>
    </message>
    <message>
        <source>Name the file or folder on the machine: MACHINE:/path.</source>
        <translation>请写明机器上的文件或文件夹：MACHINE:/path。</translation>
    </message>
    <message>
        <source>Name the destination file or folder.</source>
        <translation>请指定目标文件或文件夹的名称。</translation>
    </message>
    <message>
        <source>Both paths are on this computer. One of them must be in a store (s3://bucket/key) or on a machine (MACHINE:/path).</source>
        <translation>两处都在本机：其中一处应为存储（s3://bucket/key）或机器（MACHINE:/path）。</translation>
    </message>
    <message>
        <source>Files that were already copied are kept. Run the same command again to continue.</source>
        <translation>已复制的内容会保留。再次执行同一命令即可继续。</translation>
    </message>
    <message>
        <source>Copies a file or folder from this computer, a machine or a store to a store (s3://bucket/key) or a machine (MACHINE:/path), and verifies the copy.</source>
        <translation>将文件或文件夹从本机、机器或对象存储复制到对象存储（s3://bucket/key）或机器（MACHINE:/path），并校验副本。</translation>
    </message>
    <message>
        <source>Copies a file or folder from a store or a machine to this computer or a machine, and verifies the copy.</source>
        <translation>从存储或机器复制文件或文件夹到本机或机器，并校验副本。</translation>
    </message>
    <message>
        <source>%1 is no longer on %2: it was removed meanwhile. Choose another checkpoint.</source>
        <translation>%1 已不在 %2 上：其间已被移除。请选择其他检查点。</translation>
    </message>
    <message>
        <source>%1: connection lost, reconnecting</source>
        <translation>%1：连接已断开，正在重新连接</translation>
    </message>
    <message>
        <source>The copy could not be verified with SHA-256, so it is not used.</source>
        <translation>复制的内容无法用 SHA-256 比较，因此不会从它启动。</translation>
    </message>
    <message>
        <source>The checkpoint is copied via this computer, which has %1 free and needs %2. Free up space, or use a copy of it in an object store.</source>
        <translation>检查点要经过本机中转，而本机可用 %1，需要 %2。请腾出空间，或指定它在对象存储里的副本。</translation>
    </message>
    <message>
        <source>“%1” could not be created on this computer.</source>
        <translation>无法在本机上创建“%1”。</translation>
    </message>
    <message>
        <source>A different “%1” is already in “%2” on %3 and is not overwritten. Move it away, or choose another checkpoint.</source>
        <translation>%3 上的“%2”里已有另一个“%1”，不会覆盖它。请把它移开，或选择其他检查点。</translation>
    </message>
    <message>
        <source>It is already on %1: comparing SHA-256</source>
        <translation>%1 上已有：正在比较 SHA-256</translation>
    </message>
    <message>
        <source>A different “%1” is already on %2 and is not overwritten: move it away, or choose another checkpoint.</source>
        <translation>%2 上已有“%1”，但内容不同。不会覆盖它：请把它移开，或选择其他检查点。</translation>
    </message>
    <message>
        <source>The checkpoint that arrived on %1 is incomplete, so nothing was started. Try again, or choose another one.</source>
        <translation>到达 %1 的检查点不完整，因此没有启动任何内容。请重试，或选择其他检查点。</translation>
    </message>
    <message>
        <source>Name the checkpoint in the store, for example s3://bucket/folder/checkpoint-6000.</source>
        <translation>请指定存储里的检查点，例如 s3://bucket/folder/checkpoint-6000。</translation>
    </message>
    <message>
        <source>The names of its files lead out of the folder, so “%1” cannot be copied.</source>
        <translation>其中的文件名会指向文件夹之外，因此无法复制“%1”。</translation>
    </message>
    <message>
        <source>A checkpoint of this run is already being copied, by another window or command.</source>
        <translation>另一个窗口或命令正在复制此运行的检查点。</translation>
    </message>
    <message>
        <source>%1 has %2 free where checkpoints are written, and the checkpoint needs %3. Free up space there, or choose another machine.</source>
        <translation>%1 上写检查点的位置可用 %2，而检查点需要 %3。请在那里腾出空间，或选择其他机器。</translation>
    </message>
    <message>
        <source>sizes match; the machine has no sha256sum</source>
        <translation>大小一致；机器上没有 sha256sum</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointDelegate</name>
    <message>
        <source>Newest %1 complete</source>
        <translation>最新（第 %1 步）完整</translation>
    </message>
    <message>
        <source>Newest complete</source>
        <translation>最新的完整</translation>
    </message>
    <message>
        <source>Newest is partial</source>
        <translation>最新的不完整</translation>
    </message>
    <message>
        <source>Newest is corrupt</source>
        <translation>最新的已损坏</translation>
    </message>
    <message>
        <source>Newest is being written</source>
        <translation>最新的正在写入</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n 个检查点</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Latest good</source>
        <translation>最新可用</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Outdated</source>
        <translation>列表已过时</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>尚未扫描</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>截至 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointInspector</name>
    <message>
        <source>Latest good</source>
        <translation>最新可用</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>saved %1, %2</source>
        <translation>%1 保存，%2</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Only a complete checkpoint can be resumed from.</source>
        <translation>只有完整的检查点才能续跑。</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全性</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Files %1</source>
        <translation>文件 %1</translation>
    </message>
    <message>
        <source>Tensors %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>尚不清楚</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Copy…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>It is still being written.</source>
        <translation>它还在写入。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Prune these checkpoints…</source>
        <translation>清理这些检查点…</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>续跑…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>with the latest good: %1</source>
        <translation>与最新完好的比较：%1</translation>
    </message>
    <message>
        <source>with another one</source>
        <translation>与其他检查点比较</translation>
    </message>
    <message>
        <source>Choose a checkpoint to see its contents.</source>
        <translation>选中一个检查点，查看其中的内容。</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Compare with another checkpoint</source>
        <translation>与另一个检查点比较</translation>
    </message>
    <message>
        <source>Pinned: no rule deletes it. Click to unpin.</source>
        <translation>已固定：任何规则都不会清理它。点击取消固定。</translation>
    </message>
    <message>
        <source>Pin it, so that no rule deletes it</source>
        <translation>固定：任何规则都不会清理它</translation>
    </message>
    <message>
        <source>It does not belong to a run here. Copy it to a machine and name it in the task that should resume from it.</source>
        <translation>它不属于这里的任何运行：请复制到机器上，并在要续跑的任务里写上它。</translation>
    </message>
    <message>
        <source>with the previous one: %1</source>
        <translation>与前一个比较：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointLock</name>
    <message>
        <source>Another program has been removing a checkpoint for a minute. Try again.</source>
        <translation>另一个程序移除检查点已有一分钟。请重试。</translation>
    </message>
    <message>
        <source>“%1” could not be written on this computer. Free up space on its disk, or check the permissions.</source>
        <translation>无法写入本机的“%1”。请在其磁盘上腾出空间，或检查写入权限。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointMaintainer</name>
    <message>
        <source>%1 also writes its checkpoints to the folder of %2, so the rules of its task remove none.</source>
        <translation>%1 也把检查点写入 %2 的文件夹：不会按它的任务规则移除任何一个。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointModel</name>
    <message numerus="yes">
        <source>%1, %n checkpoint(s)</source>
        <translation>
            <numerusform>%1，%n 个检查点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, latest good</source>
        <translation>%1，最新可用</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointSection</name>
    <message>
        <source>Checkpoint rules</source>
        <translation>检查点规则</translation>
    </message>
    <message>
        <source>Keep the newest</source>
        <translation>保留最新的</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>保留最好的</translation>
    </message>
    <message>
        <source>Keep every (steps)</source>
        <translation>每隔（步）保留</translation>
    </message>
    <message>
        <source>The best by</source>
        <translation>好坏的依据</translation>
    </message>
    <message>
        <source>the lowest loss</source>
        <translation>最低的损失</translation>
    </message>
    <message>
        <source>Which is better</source>
        <translation>哪个更好</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>越低越好</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>越高越好</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>any known format</source>
        <translation>任何已知格式</translation>
    </message>
    <message>
        <source>Signal that makes it save</source>
        <translation>使其保存的信号</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>SHA-256 next to them</source>
        <translation>旁边写 SHA-256</translation>
    </message>
    <message>
        <source>Up to 64 GiB</source>
        <translation>64 GiB 以内</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>For all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Without any rule, all are kept.</source>
        <translation>没有规则时全部保留。</translation>
    </message>
    <message>
        <source>Enter the checkpoint directory first.</source>
        <translation>请先填写检查点目录。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointService</name>
    <message>
        <source>%1 has no checkpoints: its task has no section checkpoints.</source>
        <translation>%1 没有声明检查点：任务文件中没有 checkpoints 一节。</translation>
    </message>
    <message>
        <source>A run is being resumed from “%1”, so it is kept.</source>
        <translation>有运行正要从“%1”续跑：它会保留。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointSites</name>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>无法读取 %1：请检查权限。</translation>
    </message>
    <message>
        <source>%1 cannot be written: free up space or check its permissions.</source>
        <translation>无法写入 %1：请腾出空间或检查权限。</translation>
    </message>
    <message>
        <source>%1 is damaged: remove it and add the locations again.</source>
        <translation>%1 已损坏：请删除它并重新添加位置。</translation>
    </message>
    <message>
        <source>This location is already in the list.</source>
        <translation>这个位置已在列表里。</translation>
    </message>
    <message>
        <source>This location is not in the list.</source>
        <translation>这个位置不在列表里。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointSummary</name>
    <message numerus="yes">
        <source>%n file(s) missing</source>
        <translation>
            <numerusform>缺少 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading it runs no code</source>
        <translation>加载时不会执行代码</translation>
    </message>
    <message>
        <source>Loading it runs code</source>
        <translation>加载时会执行代码</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoch</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n 个进程</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>已读取 %1</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message numerus="yes">
        <source>Inspected: %n request(s), read %1 of %2</source>
        <translation>
            <numerusform>已检查：%n 次请求，读取 %1（共 %2）</numerusform>
        </translation>
    </message>
    <message>
        <source>Not fully verified</source>
        <translation>未完整校验</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Inspecting…</source>
        <translation>正在查看内部…</translation>
    </message>
    <message>
        <source>Could not inspect it: %1</source>
        <translation>无法查看内部：%1</translation>
    </message>
    <message>
        <source>Judged only by the names, sizes and ends of its files.</source>
        <translation>仅依据文件名、大小和结尾判断。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>查看内部</translation>
    </message>
    <message>
        <source>All files are present</source>
        <translation>所属文件齐全</translation>
    </message>
    <message>
        <source>Weights only: a run resumed from it starts with a fresh optimizer</source>
        <translation>只有权重：从它续跑时优化器将从头开始</translation>
    </message>
    <message>
        <source>Contains classes that a plain checkpoint does not need</source>
        <translation>含有普通检查点用不到的类</translation>
    </message>
    <message>
        <source>Unknown whether loading it runs code</source>
        <translation>尚不清楚加载时是否会执行代码</translation>
    </message>
    <message>
        <source>Reading every byte where it is stored</source>
        <translation>正在其所在位置读取每一个字节</translation>
    </message>
    <message>
        <source>started</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>Could not verify it: %1</source>
        <translation>无法校验：%1</translation>
    </message>
    <message>
        <source>Reads all of it on its machine to compute checksums and find NaN values. Nothing is transferred.</source>
        <translation>在其所在机器上读取全部内容，计算校验和并查找 NaN。不会传输任何数据。</translation>
    </message>
    <message>
        <source>not recognized</source>
        <translation>无法识别</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入进程</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointTransfers</name>
    <message>
        <source>It cannot go there directly: copy it to this computer first.</source>
        <translation>不能直接复制到那里：请先复制到这台电脑。</translation>
    </message>
</context>
<context>
    <name>trainyard::Checkpoints</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>There is no checkpoint in “%1”.</source>
        <translation>“%1”中没有检查点。</translation>
    </message>
    <message>
        <source>There is no checkpoint “%1” in “%2”.</source>
        <translation>“%2”中没有检查点“%1”。</translation>
    </message>
    <message>
        <source>“%1” cannot be removed by its name.</source>
        <translation>“%1”这样的名称不能移除。</translation>
    </message>
    <message>
        <source>The machine could not do that in “%1”.</source>
        <translation>机器无法在“%1”中完成此操作。</translation>
    </message>
    <message>
        <source>The machine cannot compute SHA-256 of these files: it has neither openssl nor sha256sum, or may not read them.</source>
        <translation>机器无法计算这些文件的 SHA-256：没有 openssl 和 sha256sum，或无权读取。</translation>
    </message>
    <message>
        <source>“%1” changed while it was read: no manifest was written.</source>
        <translation>“%1”在读取期间发生了变化：没有写清单。</translation>
    </message>
    <message>
        <source>“%1” is neither a file nor a folder.</source>
        <translation>“%1”既不是文件，也不是文件夹。</translation>
    </message>
    <message>
        <source>“%1” cannot be pinned by its name.</source>
        <translation>“%1”无法按名称固定。</translation>
    </message>
    <message>
        <source>The bucket “%1” is empty.</source>
        <translation>存储桶“%1”是空的。</translation>
    </message>
    <message>
        <source>In the bucket “%1” there is neither an object “%2” nor anything below “%2/”.</source>
        <translation>存储桶“%1”里既没有对象“%2”，“%2/”之下也没有任何内容。</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>“%1” is not a valid file name.</source>
        <translation>“%1”不是文件名。</translation>
    </message>
    <message>
        <source>“%1” does not exist.</source>
        <translation>没有名为“%1”的文件或文件夹。</translation>
    </message>
    <message>
        <source>None of the checkpoints in “%1” is complete: name one.</source>
        <translation>“%1”中没有完整的检查点：请指定其中一个。</translation>
    </message>
    <message>
        <source>“%1” is pinned and will be kept.</source>
        <translation>“%1”已固定：会保留。</translation>
    </message>
    <message>
        <source>“%1” cannot be pinned: its folder belongs to another user. Rules will not remove it either.</source>
        <translation>“%1”无法固定：它的文件夹属于别人。规则也不会清理它。</translation>
    </message>
    <message>
        <source>“%1” is not in the trash.</source>
        <translation>回收站里没有“%1”。</translation>
    </message>
    <message>
        <source>The disk is too full even for the trash. Delete something by hand, or empty the trash.</source>
        <translation>磁盘太满，连移入回收站都不行。请手动删除一些内容，或清空回收站里已有的内容。</translation>
    </message>
    <message>
        <source>“%1” exists again: move it away first.</source>
        <translation>“%1”已重新出现：请先把它移开。</translation>
    </message>
    <message>
        <source>Some of its files exist again: the rest stays in the trash.</source>
        <translation>其中一部分已重新出现：其余留在回收站。</translation>
    </message>
    <message>
        <source>“%1” is incomplete: only complete checkpoints get a manifest.</source>
        <translation>“%1”不完整：只为完整的检查点写清单。</translation>
    </message>
    <message>
        <source>The disk is full: no manifest was written next to “%1”. The checkpoint itself is unchanged.</source>
        <translation>磁盘已满：没有在“%1”旁边写清单。检查点本身未变。</translation>
    </message>
    <message>
        <source>The check was ended on the machine before it finished.</source>
        <translation>检查在机器上提前结束：被人或别的程序停止了。</translation>
    </message>
    <message>
        <source>Objects in an object store cannot be moved from here: use the provider&apos;s own tools.</source>
        <translation>这里不会移动对象存储中的内容：请使用服务商自己的工具。</translation>
    </message>
    <message>
        <source>Something was written there meanwhile, so it is kept: try again in a moment.</source>
        <translation>其间有内容写入，因此予以保留：请稍后再看。</translation>
    </message>
    <message>
        <source>“%1” is implausibly large.</source>
        <translation>“%1”大得不合常理。</translation>
    </message>
    <message>
        <source>“%1” changed while it was read: try again in a moment.</source>
        <translation>“%1”在读取期间发生了变化：请稍后再看。</translation>
    </message>
    <message>
        <source>An object store does not report free space.</source>
        <translation>对象存储不提供剩余空间。</translation>
    </message>
    <message>
        <source>“%1” already exists.</source>
        <translation>“%1”已存在。</translation>
    </message>
    <message>
        <source>The machine does not report free space.</source>
        <translation>机器没有说明还剩多少空间。</translation>
    </message>
    <message>
        <source>An object store has no trash: checkpoints are deleted permanently. Check the plan again, then add --for-good.</source>
        <translation>对象存储没有回收站：删除后无法恢复。请再次查看计划，然后加上 --for-good。</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointsModule</name>
    <message>
        <source>%1, %2</source>
        <extracomment>a run, its checkpoint</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>trainyard::CheckpointsPage</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Filter by run, step or machine</source>
        <translation>按运行、步数或机器筛选</translation>
    </message>
    <message>
        <source>Checkpoints by run</source>
        <translation>按运行列出的检查点</translation>
    </message>
    <message>
        <source>Looking for checkpoints on the machines…</source>
        <translation>正在各台机器上查找检查点…</translation>
    </message>
    <message>
        <source>No checkpoint matches this filter.</source>
        <translation>没有符合筛选条件的检查点。</translation>
    </message>
    <message>
        <source>Launch a run</source>
        <translation>启动运行</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n 个检查点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 is complete.</source>
        <translation>%1 是完整的。</translation>
    </message>
    <message>
        <source>%1: the newest checkpoint is not usable.</source>
        <translation>%1：最新的检查点不可用。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>All verdicts</source>
        <translation>全部判定</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
    <message>
        <source>Could not reach %1.</source>
        <translation>无法连接 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Could not reach %n machine(s).</source>
        <translation>
            <numerusform>有 %n 台机器无法连接。</numerusform>
        </translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Add a location…</source>
        <translation>添加位置…</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>正在扫描…</translation>
    </message>
    <message>
        <source>No scan for checkpoints yet.</source>
        <translation>还没有扫描过检查点。</translation>
    </message>
    <message>
        <source>No checkpoints saved yet.</source>
        <translation>还没有运行保存过检查点。</translation>
    </message>
    <message>
        <source>No checkpoints were found on the machines that responded.</source>
        <translation>在有响应的机器上没有找到检查点。</translation>
    </message>
    <message>
        <source>Runs whose task has a checkpoints section appear here once they save one. Folders and buckets appear when you add them as locations.</source>
        <translation>任务里有 checkpoints 一节的运行，保存检查点后就会出现在这里。文件夹和存储桶添加为位置后也会出现。</translation>
    </message>
    <message>
        <source>Could not look for checkpoints.</source>
        <translation>查找检查点失败。</translation>
    </message>
    <message numerus="yes">
        <source>%n location(s)</source>
        <translation>
            <numerusform>%n 个位置</numerusform>
        </translation>
    </message>
    <message>
        <source>No complete checkpoint was found.</source>
        <translation>没有找到完整的检查点。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>The checkpoints could not be compared.</source>
        <translation>无法比较这两个检查点。</translation>
    </message>
</context>
<context>
    <name>trainyard::ChecksPanel</name>
    <message>
        <source>Checks before launch</source>
        <translation>启动前检查</translation>
    </message>
    <message numerus="yes">
        <source>%n fine</source>
        <translation>
            <numerusform>%n 项正常</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to do</source>
        <translation>
            <numerusform>%n 项待处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n 项未知</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>The machine answered at %1.</source>
        <translation>机器应答时间：%1。</translation>
    </message>
</context>
<context>
    <name>trainyard::ChoiceDelegate</name>
    <message>
        <source>Latest good</source>
        <translation>最新可用</translation>
    </message>
</context>
<context>
    <name>trainyard::ClockChecks</name>
    <message>
        <source>the hardware holds its clocks down: %1.</source>
        <translation>硬件压低了它的频率：%1。</translation>
    </message>
    <message>
        <source>its clocks are held down: %1.</source>
        <translation>它的频率被压低：%1。</translation>
    </message>
    <message>
        <source>since the driver was loaded it was throttled by heat for %1 s, by its power supply for %2 s, by software for %3 s.</source>
        <translation>自驱动加载以来，它因过热被限频 %1 秒，因供电 %2 秒，因软件 %3 秒。</translation>
    </message>
    <message>
        <source>Measure it under load before you keep it.</source>
        <translation>留用之前，先在负载下测量。</translation>
    </message>
    <message>
        <source>it was not throttled since the driver was loaded.</source>
        <translation>自驱动加载以来没有被限频。</translation>
    </message>
    <message>
        <source>%1 °C, %2 °C below where it slows down.</source>
        <translation>%1 °C，比降频点低 %2 °C。</translation>
    </message>
    <message>
        <source>the reason for reduced clocks is not provided.</source>
        <translation>未提供降频的原因。</translation>
    </message>
    <message>
        <source>Its cooling or power supply is insufficient. If the machine is rented, return it.</source>
        <translation>它的散热或供电不足。若是租来的机器，建议退还。</translation>
    </message>
    <message>
        <source>its clocks are held down for an unknown reason (0x%1).</source>
        <translation>它的频率因未知原因被压低（0x%1）。</translation>
    </message>
    <message>
        <source>its clocks are not held down.</source>
        <translation>没有什么压低它的频率。</translation>
    </message>
    <message>
        <source>its clocks are held down only for a usual reason: %1.</source>
        <translation>没有异常原因压低它的频率：%1。</translation>
    </message>
    <message>
        <source>throttling times are not provided by this driver.</source>
        <translation>这个驱动不提供限频时间。</translation>
    </message>
    <message>
        <source>its temperature is not provided.</source>
        <translation>未提供它的温度。</translation>
    </message>
    <message>
        <source>%1 °C; its limit is not provided.</source>
        <translation>%1 °C；未提供它的上限。</translation>
    </message>
    <message>
        <source>Its cooling is insufficient. If the machine is rented, return it.</source>
        <translation>它的散热不足。若是租来的机器，建议退还。</translation>
    </message>
    <message>
        <source>A GPU with reduced clocks trains slower than you pay for; one of eight slows down all eight.</source>
        <translation>被压低频率的 GPU 训练得比它的价钱慢；八块中的一块会拖慢全部八块。</translation>
    </message>
</context>
<context>
    <name>trainyard::CodeRevision</name>
    <message numerus="yes">
        <source>%1, %n file(s) not committed</source>
        <translation>
            <numerusform>%1，%n 个文件未提交</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; uncommitted changes unknown</source>
        <translation>%1；未提交的改动未知</translation>
    </message>
</context>
<context>
    <name>trainyard::CodeRules</name>
    <message>
        <source>%1 has code for %2 (compute capability %3).</source>
        <translation>%1 含有适用于 %2（计算能力 %3）的代码。</translation>
    </message>
    <message>
        <source>%1 has code for compute capability %2, which runs on %3 (%4) as well.</source>
        <translation>%1 含有计算能力 %2 的代码，在 %3（%4）上同样可以运行。</translation>
    </message>
    <message>
        <source>CUDA %1 makes no code for %2 (compute capability %3) any more; its oldest is %4.</source>
        <translation>CUDA %1 已不再为 %2（计算能力 %3）生成代码，最低为 %4。</translation>
    </message>
    <message>
        <source>CUDA %1 was the last that did.</source>
        <translation>最后一个支持它的是 CUDA %1。</translation>
    </message>
    <message>
        <source>%1 has no binary code for %2 (compute capability %3), only PTX of %4, and driver %5 is of CUDA %6, too old to compile PTX of CUDA %7: error 222.</source>
        <translation>%1 没有适用于 %2（计算能力 %3）的二进制代码，只有 %4 的 PTX；驱动 %5 对应 CUDA %6，太旧，无法编译 CUDA %7 的 PTX：错误 222。</translation>
    </message>
    <message>
        <source>%1 has no binary code for %2 (compute capability %3), only PTX of %4, which the driver compiles when it is first used.</source>
        <translation>%1 没有适用于 %2（计算能力 %3）的二进制代码，只有 %4 的 PTX，由驱动在首次使用时编译。</translation>
    </message>
    <message>
        <source>Programs that carry no PTX do not run (error 209).</source>
        <translation>不带 PTX 的程序无法运行（错误 209）。</translation>
    </message>
    <message>
        <source>%1 has no code for %2 (compute capability %3), only for %4: CUDA says error 209 (no kernel image).</source>
        <translation>%1 没有适用于 %2（计算能力 %3）的代码，只有适用于 %4 的：CUDA 会报错误 209（没有内核映像）。</translation>
    </message>
    <message>
        <source>%1 cannot have code for %2 (compute capability %3), which CUDA %4 does not know yet, and carries no PTX: error 209.</source>
        <translation>%1 不可能含有适用于 %2（计算能力 %3）的代码：CUDA %4 还不认识它，且不带 PTX：错误 209。</translation>
    </message>
    <message>
        <source>%1 is documented for compute capability %2 and newer; %3 is %4.</source>
        <translation>按文档，%1 适用于计算能力 %2 及以上；%3 是 %4。</translation>
    </message>
    <message>
        <source>%1 is built with a CUDA that makes code for %2 (compute capability %3).</source>
        <translation>构建 %1 所用的 CUDA 会为 %2（计算能力 %3）生成代码。</translation>
    </message>
    <message>
        <source>%1 is built with CUDA %2, which does not know %3 (compute capability %4) yet. Whether its PTX works there is not known.</source>
        <translation>%1 用 CUDA %2 构建，它还不认识 %3（计算能力 %4）。其 PTX 能否在那里运行尚不清楚。</translation>
    </message>
    <message>
        <source>%1 has no binary code for %2 (compute capability %3), only PTX of %4; it is unknown whether the driver can compile it.</source>
        <translation>%1 没有适用于 %2（计算能力 %3）的二进制代码，只有 %4 的 PTX；驱动能否编译它尚不清楚。</translation>
    </message>
    <message>
        <source>It is unknown for which GPUs CUDA %1 makes code.</source>
        <translation>CUDA %1 为哪些 GPU 生成代码尚不清楚。</translation>
    </message>
    <message>
        <source>No source says whether %1 has code for %2 (compute capability %3).</source>
        <translation>没有任何来源说明 %1 是否含有适用于 %2（计算能力 %3）的代码。</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandNotice</name>
    <message>
        <source>%1 crashed.</source>
        <translation>%1 崩溃了。</translation>
    </message>
    <message>
        <source>No command set: enter a program and its arguments.</source>
        <translation>没有给出命令：请写明程序和参数。</translation>
    </message>
    <message>
        <source>%1 cannot be started: check that it exists and is executable.</source>
        <translation>无法启动 %1：请确认它存在且可执行。</translation>
    </message>
    <message numerus="yes">
        <source>%1 did not end within %n second(s) and was stopped.</source>
        <translation>
            <numerusform>%1 未在 %n 秒内结束，已被终止。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ended with exit code %2.</source>
        <translation>%1 以代码 %2 结束。</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandPalette</name>
    <message>
        <source>Find an action, page, run, machine, checkpoint or offer</source>
        <translation>查找操作、页面、运行、机器、检查点或报价</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有找到匹配项。</translation>
    </message>
    <message>
        <source>A few letters of the name are enough, in their order.</source>
        <translation>按顺序输入名称中的几个字符即可。</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandPane</name>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Git commit</source>
        <translation>Git 提交</translation>
    </message>
    <message>
        <source>Folder sent</source>
        <translation>已发送的文件夹</translation>
    </message>
    <message>
        <source>Run directory</source>
        <translation>运行目录</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Resumed from</source>
        <translation>恢复自</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>准备命令</translation>
    </message>
    <message>
        <source>%1 (secret)</source>
        <translation>%1（机密）</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <comment>a place on the machine, a file here</comment>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Files copied</source>
        <translation>已复制的文件</translation>
    </message>
    <message>
        <source>What the run executes</source>
        <translation>运行执行的命令</translation>
    </message>
    <message>
        <source>not recorded at launch</source>
        <translation>启动时未记录</translation>
    </message>
    <message>
        <source>%1, from %2, read only</source>
        <comment>a place in the run, a folder of the machine</comment>
        <translation>%1，来自 %2，只读</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <comment>a place in the run, a folder of the machine</comment>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>Folders mounted</source>
        <translation>挂载的文件夹</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandPreview</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>trainyard::CommandRules</name>
    <message>
        <source>This quote is never closed.</source>
        <translation>这个引号没有闭合。</translation>
    </message>
    <message>
        <source>%1 does not outlive a restart of the machine.</source>
        <translation>机器重启后 %1 就不在了。</translation>
    </message>
    <message>
        <source>Use %1.</source>
        <translation>请改用 %1。</translation>
    </message>
    <message>
        <source>nvidia-smi has no command p2p.</source>
        <translation>nvidia-smi 没有 p2p 命令。</translation>
    </message>
    <message>
        <source>nvidia-smi has no command psm.</source>
        <translation>nvidia-smi 没有 psm 命令。</translation>
    </message>
    <message>
        <source>nvidia-smi has no options -g and -m: -i names a GPU.</source>
        <translation>nvidia-smi 没有 -g 和 -m 选项：用 -i 指定 GPU。</translation>
    </message>
    <message>
        <source>The shell writes the value of %1 into the command line.</source>
        <translation>shell 会把 %1 的值写进命令行。</translation>
    </message>
    <message>
        <source>Let the program read it from a variable or a file.</source>
        <translation>请让程序从变量或文件中读取。</translation>
    </message>
    <message>
        <source>A download runs as a program at once.</source>
        <translation>下载的内容被直接当作程序运行。</translation>
    </message>
    <message>
        <source>With %1 nodes, %2 means another machine on each of them.</source>
        <translation>有 %1 个节点时，%2 在每个节点上指的都是它自己。</translation>
    </message>
    <message>
        <source>%1 processes for %2 visible GPUs.</source>
        <translation>%1 个进程，却只有 %2 个可见的 GPU。</translation>
    </message>
    <message>
        <source>There are spaces after the backslash.</source>
        <translation>反斜杠后面有空格。</translation>
    </message>
    <message>
        <source>The program nvlink-smi does not exist.</source>
        <translation>没有 nvlink-smi 这个程序。</translation>
    </message>
    <message>
        <source>The command line contains a secret (%1).</source>
        <translation>命令行中写有密钥（%1）。</translation>
    </message>
    <message>
        <source>torch.distributed.launch is the launcher used before torchrun.</source>
        <translation>torch.distributed.launch 是 torchrun 之前的启动器。</translation>
    </message>
    <message>
        <source>The shell remains as parent of the program.</source>
        <translation>shell 仍是程序的父进程。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompareChart</name>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>%1: nothing</source>
        <translation>%1：无数据</translation>
    </message>
    <message>
        <source>%1: last %2</source>
        <translation>%1：最后 %2</translation>
    </message>
    <message>
        <source>%1 of the runs. %2</source>
        <translation>各运行的%1。%2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>These values have no times. Compare them by step.</source>
        <translation>这些数值没有时间记录，可以按步数比较。</translation>
    </message>
    <message>
        <source>None of these runs recorded it by step.</source>
        <translation>这些运行都没有按步数记录它。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompareDialog</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>trainyard::CompareModel</name>
    <message>
        <source>%1: %2, cheapest</source>
        <translation>%1：%2，最便宜</translation>
    </message>
</context>
<context>
    <name>trainyard::ComparePanel</name>
    <message>
        <source>cheapest</source>
        <translation>最便宜</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Unpin all</source>
        <translation>全部取消固定</translation>
    </message>
    <message>
        <source>Pinned offers side by side</source>
        <translation>并排比较固定的报价</translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) side by side</source>
        <translation>
            <numerusform>并排比较 %n 个报价</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Comparison</name>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>最后的损失</translation>
    </message>
    <message>
        <source>Lowest loss</source>
        <translation>最低损失</translation>
    </message>
    <message>
        <source>Lowest loss at step</source>
        <translation>最低损失所在步</translation>
    </message>
    <message>
        <source>Loss around step %1</source>
        <translation>第 %1 步附近的损失</translation>
    </message>
    <message>
        <source>%1, median</source>
        <translation>%1，中位数</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>GPU power, median</source>
        <translation>GPU 功耗，中位数</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Step time, median</source>
        <translation>每步用时，中位数</translation>
    </message>
    <message>
        <source>Step time, whole run</source>
        <translation>每步用时，整个运行</translation>
    </message>
    <message>
        <source>GPU utilization, median</source>
        <translation>GPU 利用率，中位数</translation>
    </message>
    <message>
        <source>GPU memory, peak</source>
        <translation>GPU 显存，最高</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatAdvisor</name>
    <message>
        <source>The GPUs of the sandbox are simulated: no CUDA program runs there.</source>
        <translation>沙箱中的 GPU 是模拟的：CUDA 程序无法在那里运行。</translation>
    </message>
    <message>
        <source>GPU %1: %2.</source>
        <translation>GPU %1：%2。</translation>
    </message>
    <message>
        <source>The machine reports no NVIDIA GPU: %1</source>
        <translation>这台机器没有报出 NVIDIA GPU：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatCommands</name>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>Checks whether driver, CUDA, image, framework and GPU work together, and suggests alternatives.</source>
        <translation>检查驱动、CUDA、镜像、框架与 GPU 是否兼容，并给出替代方案。</translation>
    </message>
    <message>
        <source>Lists known images and which of them run on a machine or GPU.</source>
        <translation>列出已知的镜像，以及其中哪些能在某台机器或 GPU 上运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatFacts</name>
    <message>
        <source>The built-in compatibility facts are damaged. Install Trainyard again.</source>
        <translation>内置的兼容性资料已损坏。请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatJudge</name>
    <message>
        <source>CUDA %1 of the image</source>
        <translation>镜像中的 CUDA %1</translation>
    </message>
    <message>
        <source>Frameworks that pip installs bring a CUDA of their own: CUDA %1 of the image does not limit them, nor help them.</source>
        <translation>pip 安装的框架自带 CUDA：镜像中的 CUDA %1 既不限制它们，也帮不了它们。</translation>
    </message>
    <message>
        <source>%1 brings cuDNN %2; 9.10 is treated as the last for GPUs like %3 (compute capability %4). Convolutions and attention may fail.</source>
        <translation>%1 自带 cuDNN %2；对 %3（计算能力 %4）这类 GPU，一般认为 9.10 是最后一版。卷积和注意力可能出错。</translation>
    </message>
    <message>
        <source>The GPU: add --gpu.</source>
        <translation>GPU 型号：用 --gpu 指定。</translation>
    </message>
    <message>
        <source>What %1 runs: it is a GPU from %2, and only NVIDIA&apos;s CUDA is checked.</source>
        <translation>%1 能运行什么：它是 %2 的 GPU，这里只判断 NVIDIA 的 CUDA。</translation>
    </message>
    <message>
        <source>Which GPU “%1” is: the name is unknown or matches several models. `yard offer gpus` lists the names.</source>
        <translation>“%1”是哪种 GPU：没有这个型号，或该名称指多个型号。`yard offer gpus` 列出所有名称。</translation>
    </message>
    <message>
        <source>Containers on Windows: they run in WSL 2, for which no data is available.</source>
        <translation>容器在 Windows 上的情况：它们运行在 WSL 2 中，而这方面没有查到资料。</translation>
    </message>
    <message>
        <source>The driver: add --driver with the version that nvidia-smi prints.</source>
        <translation>是哪个驱动：用 --driver 给出 nvidia-smi 显示的版本。</translation>
    </message>
    <message>
        <source>The tag %1 is in no source that was read. If it exists, its name shows its contents.</source>
        <translation>查过的来源中都没有标签 %1。如果它存在，其写法可以说明内容。</translation>
    </message>
    <message>
        <source>This is the CPU image and uses no GPU. The GPU image has -gpu in its tag.</source>
        <translation>这是 CPU 镜像，不使用 GPU。GPU 镜像的标签中带有 -gpu。</translation>
    </message>
    <message>
        <source>What to run: add --image, --cuda, --torch, --tensorflow, --jax or --require.</source>
        <translation>要运行什么：请指定 --image、--cuda、--torch、--tensorflow、--jax 或 --require。</translation>
    </message>
    <message>
        <source>The condition is malformed at character %1: %2 If the hook reads that far, it refuses the container.</source>
        <translation>条件在第 %1 个字符处有误：%2 钩子若执行到那里，就会拒绝该容器。</translation>
    </message>
    <message>
        <source>The hook accepts the condition; on Jetson, the NVIDIA Container Toolkit refuses it at character %1: %2</source>
        <translation>钩子能理解该条件；但在 Jetson 上，NVIDIA Container Toolkit 会在第 %1 个字符处拒绝它：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatPrinter</name>
    <message>
        <source>%1 (compute capability %2)</source>
        <translation>%1（计算能力 %2）</translation>
    </message>
    <message>
        <source>GPU: %1; driver: %2</source>
        <translation>GPU：%1；驱动：%2</translation>
    </message>
    <message>
        <source>Unknown:</source>
        <translation>未知：</translation>
    </message>
    <message>
        <source>Alternatives, closest first:</source>
        <translation>可用的替代，最接近的在前：</translation>
    </message>
    <message>
        <source>Data as of %1.</source>
        <translation>数据截至 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatQuestion</name>
    <message>
        <source>“%1” is not a valid driver version. Write it as nvidia-smi prints it, for example 550.54.15.</source>
        <translation>“%1”不是驱动版本：请按 nvidia-smi 显示的写法，如 550.54.15。</translation>
    </message>
    <message>
        <source>“%1” is a driver branch, not a version. Write the complete version that nvidia-smi prints, for example %2.</source>
        <translation>“%1”是驱动分支，不是版本：请写出 nvidia-smi 显示的完整版本，如 %2。</translation>
    </message>
    <message>
        <source>“%1” is not a valid CUDA version. Examples: 12.4, 12.4.1.</source>
        <translation>“%1”不是 CUDA 版本：请写成 12.4 或 12.4.1 这样。</translation>
    </message>
    <message>
        <source>“%1” is not a valid version of %2. Example: %3.</source>
        <translation>“%1”不是 %2 的版本：请写成 %3 这样。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatRequest</name>
    <message>
        <source>“%1” is not a valid value for --os. Use linux or windows.</source>
        <translation>“%1”不是 --os 的有效值。可用 linux 或 windows。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for --arch. Use x86_64 or aarch64.</source>
        <translation>“%1”不是 --arch 的有效值。可用 x86_64 或 aarch64。</translation>
    </message>
    <message>
        <source>--gpu takes the names of up to %1 GPU models, separated by commas.</source>
        <translation>--gpu 接受最多 %1 种 GPU 型号的名称，用逗号分隔。</translation>
    </message>
    <message>
        <source>There is no GPU named “%1…”.</source>
        <translation>没有名为“%1…”的 GPU。</translation>
    </message>
</context>
<context>
    <name>trainyard::CompatVerdict</name>
    <message>
        <source>It runs.</source>
        <translation>可以运行。</translation>
    </message>
    <message>
        <source>It runs, with limits.</source>
        <translation>可以运行，但有限制。</translation>
    </message>
    <message>
        <source>It does not work: it starts, and then cannot use the GPU.</source>
        <translation>无法工作：能启动，但用不了 GPU。</translation>
    </message>
    <message>
        <source>It does not start: the container is refused.</source>
        <translation>无法启动：容器会被拒绝。</translation>
    </message>
    <message>
        <source>Unknown: there is not enough information.</source>
        <translation>信息不足，无法判断。</translation>
    </message>
</context>
<context>
    <name>trainyard::ConnectionPool</name>
    <message>
        <source>%1 did not answer in time. Check that it is switched on and reachable.</source>
        <translation>%1 没有及时应答。请确认它已开机，并且网络可达。</translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase. Choose Retry to log in.</source>
        <translation>%1 要求输入密码或密钥口令。请点“重试”登录。</translation>
    </message>
</context>
<context>
    <name>trainyard::ConnectionTest</name>
    <message>
        <source>Check the user name. To log in with your key from now on, copy it to the machine:</source>
        <translation>请检查用户名。如果希望以后用密钥登录，请把公钥复制到机器上：</translation>
    </message>
    <message>
        <source>Neither Docker nor Podman; tasks without an image run.</source>
        <translation>没有 Docker 也没有 Podman；不用镜像的任务可以运行。</translation>
    </message>
    <message>
        <source>%1, simulated.</source>
        <translation>%1，模拟。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1, driver %2.</source>
        <translation>%1，驱动 %2。</translation>
    </message>
    <message>
        <source>No NVIDIA GPU; tasks run on the CPUs.</source>
        <translation>没有 NVIDIA GPU；任务在 CPU 上运行。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Host key</source>
        <translation>主机密钥</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Not tested: the test was cancelled.</source>
        <translation>未测试：测试已取消。</translation>
    </message>
    <message>
        <source>Not reached.</source>
        <translation>未到这一步。</translation>
    </message>
    <message>
        <source>From ~/.ssh/config:</source>
        <translation>来自 ~/.ssh/config：</translation>
    </message>
    <message>
        <source>The machine has no address.</source>
        <translation>这台机器没有地址。</translation>
    </message>
    <message>
        <source>Edit the machine and give the ssh command.</source>
        <translation>请编辑机器并填写 ssh 命令。</translation>
    </message>
    <message>
        <source>%1 is an address.</source>
        <translation>%1 是地址。</translation>
    </message>
    <message>
        <source>%1 stands for %2 in ~/.ssh/config.</source>
        <translation>在 ~/.ssh/config 中 %1 代表 %2。</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 是 %2。</translation>
    </message>
    <message>
        <source>%1 stands for %2 in ~/.ssh/config, which is %3.</source>
        <translation>在 ~/.ssh/config 中 %1 代表 %2，即 %3。</translation>
    </message>
    <message>
        <source>Check the port number. If it is right, start the SSH server on the machine:</source>
        <translation>请检查端口号。如果没有错，请在机器上启动 SSH 服务：</translation>
    </message>
    <message>
        <source>Port %1 answers, but not as an SSH server.</source>
        <translation>端口 %1 有应答，但不是 SSH 服务器。</translation>
    </message>
    <message>
        <source>The SSH server may be overloaded or block this address. Wait a minute, then test again.</source>
        <translation>SSH 服务器可能过载或屏蔽了本机地址。请等一分钟再测试。</translation>
    </message>
    <message>
        <source>Compare the port with the one your provider shows.</source>
        <translation>请与服务商显示的端口核对。</translation>
    </message>
    <message>
        <source>The host key was new; you accepted it and it is remembered.</source>
        <translation>主机密钥是新的；你已接受，现已记住。</translation>
    </message>
    <message>
        <source>Reached through another host: %1.</source>
        <translation>经由另一台主机连接：%1。</translation>
    </message>
    <message>
        <source>Logged in as %1 with a password.</source>
        <translation>已用密码以 %1 登录。</translation>
    </message>
    <message>
        <source>Logged in as %1 with the key %2 and its passphrase.</source>
        <translation>已用密钥 %2 及其口令以 %1 登录。</translation>
    </message>
    <message>
        <source>Test again in a moment.</source>
        <translation>请稍后再测试。</translation>
    </message>
    <message>
        <source>The login shell does not run commands.</source>
        <translation>登录 shell 不执行命令。</translation>
    </message>
    <message>
        <source>Give %1 a usual login shell on the machine:</source>
        <translation>在机器上给 %1 设置一个普通的登录 shell：</translation>
    </message>
    <message>
        <source>Commands run.</source>
        <translation>命令可以执行。</translation>
    </message>
    <message>
        <source>Commands run in %1.</source>
        <translation>命令在 %1 中执行。</translation>
    </message>
    <message>
        <source>Commands run, but the shell&apos;s start-up files print text, which disturbs file transfers: “%1”</source>
        <translation>命令可以执行，但 shell 的启动文件会输出文字，干扰文件传输：“%1”</translation>
    </message>
    <message>
        <source>Files can be sent and fetched over SFTP.</source>
        <translation>可以通过 SFTP 收发文件。</translation>
    </message>
    <message>
        <source>Nothing answers at port %1.</source>
        <translation>端口 %1 没有应答。</translation>
    </message>
    <message>
        <source>The machine refuses connections at port %1.</source>
        <translation>机器拒绝端口 %1 的连接。</translation>
    </message>
    <message>
        <source>The machine does not offer SFTP, so files cannot be sent.</source>
        <translation>这台机器不提供 SFTP，无法发送文件。</translation>
    </message>
    <message>
        <source>GPU %1: %2.</source>
        <translation>GPU %1：%2。</translation>
    </message>
    <message>
        <source>SFTP does not work on the machine, so files go through the shell, which is slower.</source>
        <translation>机器上的 SFTP 无法使用，文件改由 shell 传输，速度较慢。</translation>
    </message>
    <message>
        <source>%1 is resolved by the jump host, not by this computer.</source>
        <translation>%1 由途中的主机解析，而不是由这台电脑。</translation>
    </message>
    <message>
        <source>Check the spelling. An alias must be defined in ~/.ssh/config; a name in a private network needs its VPN.</source>
        <translation>请检查拼写。别名必须写在 ~/.ssh/config 里；内网的名称需要连接对应的 VPN。</translation>
    </message>
    <message>
        <source>Check that the machine is switched on, that its address has not changed, and that a firewall or security group allows port %1.</source>
        <translation>请检查机器是否开机、地址是否仍属于它，以及防火墙或安全组是否放行端口 %1。</translation>
    </message>
    <message>
        <source>Check your network and, for a private one, its VPN.</source>
        <translation>请检查你的网络；如果是内网，请检查 VPN。</translation>
    </message>
    <message>
        <source>Port %1 answered in %2 ms.</source>
        <translation>端口 %1 在 %2 毫秒内应答。</translation>
    </message>
    <message>
        <source>Port %1 closes the connection at once.</source>
        <translation>端口 %1 立即断开。</translation>
    </message>
    <message>
        <source>Port %1 accepts the connection but sends nothing.</source>
        <translation>端口 %1 接受了连接但没有任何应答。</translation>
    </message>
    <message>
        <source>The host key matches the known one.</source>
        <translation>主机密钥与这台电脑记录的一致。</translation>
    </message>
    <message>
        <source>Logged in as %1 with a key; no password was needed.</source>
        <translation>已用密钥以 %1 登录，没有提问。</translation>
    </message>
    <message>
        <source>Test the connection in a terminal:</source>
        <translation>在终端里测试这条路：</translation>
    </message>
    <message>
        <source>Log in with a terminal and find out what the shell&apos;s start-up files wait for.</source>
        <translation>请用终端登录，看看 shell 的启动文件在等待什么。</translation>
    </message>
    <message>
        <source>Make this the first line of ~/.bashrc on the machine (or of the file that prints text), so that it prints only in interactive sessions:</source>
        <translation>请把下面这行放在机器上 ~/.bashrc（或输出文字的文件）的第一行，让它只在有人使用时才输出：</translation>
    </message>
    <message>
        <source>Enable SFTP in the machine&apos;s SSH server: add this line to /etc/ssh/sshd_config, then restart the server.</source>
        <translation>请让机器上的 SSH 服务器提供 SFTP：把下面这行写入 /etc/ssh/sshd_config，然后重启服务。</translation>
    </message>
    <message>
        <source>Stop the shell&apos;s start-up files from printing first, then test again.</source>
        <translation>请先让 shell 的启动文件不再输出，然后再测试。</translation>
    </message>
    <message>
        <source>Ask the machine&apos;s administrator for its fingerprint, or read it in the provider&apos;s console with this command; test again and accept the key if they match.</source>
        <translation>向管理员索取指纹，或在服务商的控制台里用下面的命令查看；两者一致时再测试一次并接受该密钥。</translation>
    </message>
    <message>
        <source>Only if you know that the machine was reinstalled, or that its address now belongs to another of your machines, remove the old key and test again:</source>
        <translation>只有确知机器已重装，或者它的地址现在属于你的另一台机器时，才删除旧密钥并重新测试：</translation>
    </message>
    <message>
        <source>Check the user name and the key. Ask the machine&apos;s administrator to append the line printed by this command to ~/.ssh/authorized_keys of %1:</source>
        <translation>请检查用户名和密钥。请管理员把下面命令输出的那一行追加到机器上 %1 的 ~/.ssh/authorized_keys：</translation>
    </message>
    <message>
        <source>%2 can use %1.</source>
        <translation>%1 可由 %2 使用。</translation>
    </message>
    <message>
        <source>Docker is installed, but %1 has no permission to use it; tasks without an image run.</source>
        <translation>有 Docker，但 %1 无权使用；不用镜像的任务可以运行。</translation>
    </message>
    <message>
        <source>Add the account to the group docker on the machine, then log in again:</source>
        <translation>在机器上把该账户加入 docker 组，然后重新登录：</translation>
    </message>
    <message>
        <source>Docker is installed but not running; tasks without an image run.</source>
        <translation>Docker 已安装但没有运行；不用镜像的任务可以运行。</translation>
    </message>
    <message>
        <source>Start it on the machine:</source>
        <translation>在机器上启动它：</translation>
    </message>
    <message>
        <source>A container engine is installed but does not work; tasks without an image run.</source>
        <translation>有容器引擎但不能工作；不用镜像的任务可以运行。</translation>
    </message>
    <message>
        <source>See its output on the machine:</source>
        <translation>在机器上查看它的输出：</translation>
    </message>
    <message>
        <source>For tasks with an image, install one of them on the machine, for example:</source>
        <translation>要运行使用镜像的任务，请在机器上安装其中之一，例如：</translation>
    </message>
    <message>
        <source>See its output on the machine; after a driver update, restart the machine.</source>
        <translation>在机器上查看它的输出；更新驱动后需要重启。</translation>
    </message>
    <message>
        <source>The name server did not answer for %1 in time.</source>
        <translation>域名服务器没有及时应答 %1 的查询。</translation>
    </message>
    <message>
        <source>The name %1 cannot be resolved.</source>
        <translation>找不到名称 %1。</translation>
    </message>
    <message>
        <source>There is no network route to the machine.</source>
        <translation>从当前网络无法到达这台机器。</translation>
    </message>
</context>
<context>
    <name>trainyard::ConnectionTestDialog</name>
    <message>
        <source>Test again</source>
        <translation>再测一次</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Edit machine…</source>
        <translation>编辑机器…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Can %1 be used?</source>
        <translation>%1 能用吗？</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Cancelled after %1 s.</source>
        <translation>%1 秒后取消。</translation>
    </message>
    <message numerus="yes">
        <source>It can be used, with %n note(s); tested in %1 s.</source>
        <translation>
            <numerusform>可以使用，有 %n 条提示；测试用时 %1 秒。</numerusform>
        </translation>
    </message>
    <message>
        <source>It can be used; tested in %1 s.</source>
        <translation>可以使用；测试用时 %1 秒。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Testing… %1</source>
        <translation>正在测试… %1</translation>
    </message>
    <message>
        <source>Stopped at “%1” after %2 s. See the fix above.</source>
        <translation>%2 秒后停在“%1”。处理办法见上。</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
</context>
<context>
    <name>trainyard::Console</name>
    <message>
        <source>The output could not be written: %1.</source>
        <translation>无法写入输出：%1。</translation>
    </message>
    <message>
        <source>%1 has the %2 host key
  %3
This host key is not known yet. Compare it with the one your provider shows.
Trust it? (yes/no) </source>
        <translation>%1 的 %2 主机密钥是
  %3
本机还没有记录这个密钥。请与服务商显示的指纹核对。
信任它吗？（yes/no） </translation>
    </message>
</context>
<context>
    <name>trainyard::Constraint</name>
    <message>
        <source>A brand can be compared with = and != only.</source>
        <translation>brand 只能用 = 和 != 比较。</translation>
    </message>
    <message>
        <source>It is longer than %1 characters; no image has such a condition.</source>
        <translation>它超过 %1 个字符；没有镜像带有这样的条件。</translation>
    </message>
    <message>
        <source>“%1” is not a valid version: digits and dots are expected.</source>
        <translation>“%1”不是版本：应由数字和点组成。</translation>
    </message>
    <message>
        <source>“%1” is not a valid version: up to three numbers with dots between them are expected.</source>
        <translation>“%1”不是版本：应为最多三个以点分隔的数字。</translation>
    </message>
    <message>
        <source>“%1” is not a valid condition. Example: cuda&gt;=12.4, without spaces.</source>
        <translation>“%1”不是条件：请写成 cuda&gt;=12.4 这样，中间不留空格。</translation>
    </message>
    <message>
        <source>“%1” is not a valid property. Use cuda, driver, arch or brand.</source>
        <translation>“%1”不是属性：可用 cuda、driver、arch 和 brand。</translation>
    </message>
    <message>
        <source>“%1” is not a valid operator. Use = != &lt; &lt;= &gt; &gt;=.</source>
        <translation>“%1”不是运算符：可用 = != &lt; &lt;= &gt; &gt;=。</translation>
    </message>
</context>
<context>
    <name>trainyard::ContainerChecks</name>
    <message>
        <source>Images are run by a container engine.</source>
        <translation>镜像由容器引擎运行。</translation>
    </message>
    <message>
        <source>%1 is installed, but this user cannot use it.</source>
        <translation>%1 已安装，但这个用户无法使用。</translation>
    </message>
    <message>
        <source>Put the user into the group docker and log in again.</source>
        <translation>把该用户加入 docker 组，然后重新登录。</translation>
    </message>
    <message>
        <source>Start its service.</source>
        <translation>启动它的服务。</translation>
    </message>
    <message>
        <source>%1 answers.</source>
        <translation>%1 有应答。</translation>
    </message>
    <message>
        <source>%1 %2 answers.</source>
        <translation>%1 %2 有应答。</translation>
    </message>
    <message>
        <source>Runtimes: %1</source>
        <translation>运行时：%1</translation>
    </message>
    <message>
        <source>%1 started a container.</source>
        <translation>%1 启动了一个容器。</translation>
    </message>
    <message>
        <source>A container of %1 did not start within 60 s.</source>
        <translation>%1 的容器在 60 秒内没有启动。</translation>
    </message>
    <message>
        <source>%1 cannot start a container.</source>
        <translation>%1 无法启动容器。</translation>
    </message>
    <message>
        <source>No container of %1 gets the GPUs.</source>
        <translation>%1 的容器都得不到 GPU。</translation>
    </message>
    <message>
        <source>Install the NVIDIA container toolkit and set it up for this engine.</source>
        <translation>安装 NVIDIA 容器工具包，并为这个引擎配置好。</translation>
    </message>
    <message>
        <source>There is neither docker nor podman; only tasks without an image run here.</source>
        <translation>这里既没有 docker 也没有 podman；只能运行不用镜像的任务。</translation>
    </message>
    <message>
        <source>If you want images, install one; on a rented machine that is itself a container, choose the image when you rent it.</source>
        <translation>若想用镜像，请安装一个；如果租来的机器本身就是容器，请在租用时选择镜像。</translation>
    </message>
    <message>
        <source>%1 devices are described for CDI.</source>
        <translation>为 CDI 描述了 %1 个设备。</translation>
    </message>
    <message>
        <source>No GPU is described for CDI.</source>
        <translation>没有为 CDI 描述任何 GPU。</translation>
    </message>
    <message>
        <source>%1 is installed, but its daemon is not running.</source>
        <translation>%1 已安装，但守护进程没有运行。</translation>
    </message>
    <message>
        <source>Fetch one, then check again: yard machine check --image IMAGE.</source>
        <translation>先拉取一个镜像，再检查：yard machine check --image IMAGE。</translation>
    </message>
    <message>
        <source>An engine that starts containers may still not give them the GPUs; only a test shows it.</source>
        <translation>能启动容器的引擎不一定会把 GPU 给容器；只有试过才知道。</translation>
    </message>
    <message>
        <source>An engine that responds may still be unable to start a container.</source>
        <translation>引擎有应答并不说明容器能启动。</translation>
    </message>
    <message>
        <source>The image %1 is not available to %2, so no container was started; a check does not download anything.</source>
        <translation>%2 那里没有镜像 %1，因此没有试容器；检查不会下载任何东西。</translation>
    </message>
    <message>
        <source>%1 has no image, so no container was started; a check does not download anything.</source>
        <translation>%1 没有镜像，因此没有试容器；检查不会下载任何东西。</translation>
    </message>
    <message>
        <source>%1 created a container, but the image has no program `true` to test with.</source>
        <translation>%1 建立了容器，但镜像里没有可供尝试的程序 `true`。</translation>
    </message>
    <message>
        <source>Its message gives the reason; start a container by hand to see it again.</source>
        <translation>它所说的就是原因；手工启动一个即可再看到。</translation>
    </message>
    <message>
        <source>%1 started a container with %2; all %3 GPUs respond inside it.</source>
        <translation>%1 用 %2 启动了容器；里面全部 %3 块 GPU 都有应答。</translation>
    </message>
    <message>
        <source>%1 started a container with %2, but only %3 of %4 GPUs respond inside it.</source>
        <translation>%1 用 %2 启动了容器，但里面 %4 块 GPU 中只有 %3 块应答。</translation>
    </message>
    <message>
        <source>podman and newer engines give GPUs to containers through CDI.</source>
        <translation>podman 和较新的引擎按 CDI 描述把 GPU 交给容器。</translation>
    </message>
</context>
<context>
    <name>trainyard::ContainerRules</name>
    <message>
        <source>The container is privileged.</source>
        <translation>容器以特权方式运行。</translation>
    </message>
    <message>
        <source>Podman may ignore %1.</source>
        <translation>Podman 可能会忽略 %1。</translation>
    </message>
    <message>
        <source>Both --gpus and NVIDIA_VISIBLE_DEVICES choose the GPUs.</source>
        <translation>--gpus 和 NVIDIA_VISIBLE_DEVICES 都在选择 GPU。</translation>
    </message>
    <message>
        <source>NVIDIA_VISIBLE_DEVICES is set, but nothing brings GPUs into the container.</source>
        <translation>设置了 NVIDIA_VISIBLE_DEVICES，但没有任何选项把 GPU 带进容器。</translation>
    </message>
    <message>
        <source>Inside, the %1 GPUs of --gpus are numbered from 0: there is no GPU %2.</source>
        <translation>在容器内，--gpus 给出的 %1 个 GPU 从 0 开始编号：没有 GPU %2。</translation>
    </message>
    <message>
        <source>The image has no tag, so it is the latest.</source>
        <translation>镜像没有标签，所以取的是 latest。</translation>
    </message>
    <message>
        <source>Use --network=host on every node of the job.</source>
        <translation>请在作业的每个节点上使用 --network=host。</translation>
    </message>
    <message>
        <source>nvidia-docker is the wrapper used before Docker 19.03.</source>
        <translation>nvidia-docker 是 Docker 19.03 之前的包装程序。</translation>
    </message>
    <message>
        <source>The GPUs are provided by the runtime named nvidia.</source>
        <translation>GPU 由名为 nvidia 的运行时提供。</translation>
    </message>
    <message>
        <source>The tag %1 can change.</source>
        <translation>标签 %1 指向的镜像可能变化。</translation>
    </message>
    <message>
        <source>%1 of shared memory is too small.</source>
        <translation>%1 的共享内存太小。</translation>
    </message>
    <message>
        <source>No size is set for shared memory.</source>
        <translation>没有指定共享内存。</translation>
    </message>
    <message>
        <source>RDMA devices are passed without permission to lock memory.</source>
        <translation>传入了 RDMA 设备，却没有允许锁定内存。</translation>
    </message>
    <message>
        <source>Publishing one port is not enough for NCCL.</source>
        <translation>发布一个端口并不能让 NCCL 通过。</translation>
    </message>
    <message>
        <source>%1 comes after the image.</source>
        <translation>%1 写在了镜像后面。</translation>
    </message>
    <message>
        <source>%1 is inside the container: no mount covers it.</source>
        <translation>%1 在容器内部：没有挂载覆盖它。</translation>
    </message>
</context>
<context>
    <name>trainyard::ContainerSection</name>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Data loaders and NCCL use it. Leave empty to share all of the machine&apos;s.</source>
        <translation>数据加载器和 NCCL 会用到。留空则与机器共用全部。</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>You, as on the machine</source>
        <translation>你在机器上的用户</translation>
    </message>
    <message>
        <source>Owns the files that the run writes.</source>
        <translation>运行所写文件的属主。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>The machine&apos;s own</source>
        <translation>机器自己的</translation>
    </message>
    <message>
        <source>Separate (bridge)</source>
        <translation>独立（bridge）</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Automatic: the machine&apos;s own, or separate with published ports.</source>
        <translation>自动：用机器自己的网络；有发布的端口时用独立网络。</translation>
    </message>
    <message>
        <source>Published ports</source>
        <translation>发布的端口</translation>
    </message>
    <message>
        <source>Only the machine itself reaches them; write 0.0.0.0:8080:80 to open one to everybody.</source>
        <translation>只有机器本身能访问；要对所有人开放，请写成 0.0.0.0:8080:80。</translation>
    </message>
</context>
<context>
    <name>trainyard::ContinuationCard</name>
    <message>
        <source>Resumed correctly</source>
        <translation>续跑正常</translation>
    </message>
    <message>
        <source>Started over</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>Loss differs</source>
        <translation>损失不衔接</translation>
    </message>
    <message>
        <source>Steps shifted</source>
        <translation>步数偏移</translation>
    </message>
    <message>
        <source>Loss is NaN</source>
        <translation>损失为 NaN</translation>
    </message>
    <message>
        <source>Different data order</source>
        <translation>数据顺序不同</translation>
    </message>
    <message>
        <source>Too early to tell</source>
        <translation>为时过早</translation>
    </message>
</context>
<context>
    <name>trainyard::CopyDialog</name>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>A machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>A bucket</source>
        <translation>存储桶</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy a checkpoint</source>
        <translation>复制检查点</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>It is not complete.</source>
        <translation>它不完整。</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>请先添加机器。</translation>
    </message>
    <message>
        <source>Set up a store first.</source>
        <translation>请先设置存储。</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>复制到</translation>
    </message>
    <message>
        <source>Checkpoints are not copied directly between machines. To resume on another machine, choose it when you resume: the checkpoint is copied there first.</source>
        <translation>检查点不能在机器之间直接复制。要在另一台机器上续跑，请在续跑时选择那台机器：检查点会先复制过去。</translation>
    </message>
    <message>
        <source>The copy only counts once its hashes match. The completion marker is copied last, so a partial copy is never taken for a complete one.</source>
        <translation>哈希比对一致才算复制成功。表示完整的标记文件最后复制，因此不会把不完整的副本当成完整的。</translation>
    </message>
    <message>
        <source>To this folder on this computer</source>
        <translation>复制到这台电脑的文件夹</translation>
    </message>
    <message>
        <source>Created if missing.</source>
        <translation>不存在时会自动创建。</translation>
    </message>
    <message>
        <source>Add a machine on the Machines page first.</source>
        <translation>请先在“机器”页添加机器。</translation>
    </message>
    <message>
        <source>To this folder on the machine</source>
        <translation>复制到机器上的文件夹</translation>
    </message>
    <message>
        <source>Set up a store first: “Add a location…”, “A bucket”.</source>
        <translation>请先设置存储：“添加位置…”里的“存储桶”。</translation>
    </message>
    <message>
        <source>To this folder in the bucket</source>
        <translation>复制到存储桶的文件夹</translation>
    </message>
    <message>
        <source>Leave empty for the top level.</source>
        <translation>留空：放在最上层。</translation>
    </message>
    <message>
        <source>Checking the free space there…</source>
        <translation>正在查询那里的可用空间…</translation>
    </message>
    <message>
        <source>The free space there is unknown.</source>
        <translation>那里的可用空间未知。</translation>
    </message>
    <message>
        <source>Only %1 free there: not enough for %2.</source>
        <translation>那里只剩 %1：放不下 %2。</translation>
    </message>
    <message>
        <source>%1 free there.</source>
        <translation>那里还剩 %1。</translation>
    </message>
    <message>
        <source>About %1 at %2, the speed of the last copy there.</source>
        <translation>按上次复制的速度 %2，大约需要 %1。</translation>
    </message>
    <message>
        <source>Duration unknown: nothing has been copied there yet.</source>
        <translation>所需时间未知：还没有往那里复制过。</translation>
    </message>
    <message>
        <source>Enter a folder.</source>
        <translation>请填写文件夹。</translation>
    </message>
</context>
<context>
    <name>trainyard::CopySummary</name>
    <message numerus="yes">
        <source>%n file(s) copied</source>
        <translation>
            <numerusform>已复制 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2); %3.</source>
        <translation>%1（%2）；%3。</translation>
    </message>
    <message>
        <source>%1 (%2), %3 already there; %4.</source>
        <translation>%1（%2），%3 个原已存在；%4。</translation>
    </message>
</context>
<context>
    <name>trainyard::Cost</name>
    <message>
        <source>The budget of the month has no name, and that of a run needs its id.</source>
        <translation>每月预算没有名称，运行的预算需要运行的 id。</translation>
    </message>
    <message>
        <source>A budget must be above zero. Check the amount.</source>
        <translation>预算必须大于零：请检查金额。</translation>
    </message>
</context>
<context>
    <name>trainyard::CurveContinuation</name>
    <message>
        <source>The loss continues where it was: within %1 of the earlier attempt up to step %2.</source>
        <translation>损失接着之前继续：到第 %2 步为止与之前的尝试相差不超过 %1。</translation>
    </message>
    <message>
        <source>The steps count from %1, not from %2: the checkpoint was not loaded, or not its step.</source>
        <translation>步数从 %1 而不是从 %2 开始计：没有加载检查点，或没有加载其中的步数。</translation>
    </message>
    <message>
        <source>The loss is %1 higher than before at step %2; up to %3 would be normal. The optimizer state may not have been loaded, or the learning rate differs.</source>
        <translation>损失在第 %2 步比之前高 %1；正常波动在 %3 以内。优化器状态可能没有加载，或者学习率不同。</translation>
    </message>
    <message>
        <source>The loss is %1 lower than before at step %2; up to %3 would be normal. The data loader may have restarted from the beginning.</source>
        <translation>损失在第 %2 步比之前低 %1；正常波动在 %3 以内。数据加载可能从头开始了。</translation>
    </message>
    <message>
        <source>The loss continues at the same level up to step %1, but goes up and down at other steps than before: the data comes in a different order.</source>
        <translation>到第 %1 步为止损失水平与之前一致，但起伏出现在不同的步：数据顺序与之前不同。</translation>
    </message>
    <message>
        <source>The losses match the earlier attempt&apos;s at step numbers higher by %1: the step counter is behind after resuming.</source>
        <translation>损失与之前尝试中步数大 %1 处一致：续跑后步数计数偏小。</translation>
    </message>
    <message>
        <source>The losses match the earlier attempt&apos;s at step numbers lower by %1: data is repeated, or the step counter is ahead after resuming.</source>
        <translation>损失与之前尝试中步数小 %1 处一致：数据被重复使用，或者续跑后步数计数偏大。</translation>
    </message>
    <message>
        <source>The loss is no longer a number at step %1; it was one before.</source>
        <translation>到第 %1 步损失已不是数值，而之前是。</translation>
    </message>
</context>
<context>
    <name>trainyard::DeleteQuestion</name>
    <message>
        <source>Checkpoints of deleted runs are no longer listed.</source>
        <translation>已删除运行的检查点不再列出。</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)?</source>
        <translation>
            <numerusform>删除 %n 个运行？</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Erase %1?</source>
        <translation>永久删除 %1？</translation>
    </message>
    <message numerus="yes">
        <source>Erase %n run(s)?</source>
        <translation>
            <numerusform>永久删除 %n 个运行？</numerusform>
        </translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Files on machines are kept, including checkpoints, and past costs still count.</source>
        <translation>机器上的文件会保留，包括检查点；已花的费用仍计入统计。</translation>
    </message>
    <message numerus="yes">
        <source>Moves the records of %n attempt(s) and the local copies of logs and samples (%1) to the trash, where they stay for at least a week.</source>
        <translation>
            <numerusform>将 %n 次尝试的记录以及日志和采样的本地副本（%1）移入回收站，至少保留一周。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes the records of %n attempt(s) and the local copies of logs and samples (%1). This cannot be undone.</source>
        <translation>
            <numerusform>永久删除 %n 次尝试的记录以及日志和采样的本地副本（%1），此操作无法撤销。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::DemoCommand</name>
    <message>
        <source>Start the sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Launch a training container over SSH</source>
        <translation>通过 SSH 启动训练容器</translation>
    </message>
    <message>
        <source>Stop the run and verify that it is gone</source>
        <translation>停止运行，并确认它已消失</translation>
    </message>
    <message>
        <source>Resume from the latest good checkpoint</source>
        <translation>从最新可用的检查点续跑</translation>
    </message>
    <message>
        <source>Take pictures of the window</source>
        <translation>给窗口截图</translation>
    </message>
    <message>
        <source>Stop the resumed run</source>
        <translation>停止续跑的运行</translation>
    </message>
    <message>
        <source>127.0.0.1 port %1, engine %2, GPUs simulated. %3</source>
        <translation>127.0.0.1 端口 %1，引擎 %2，GPU 为模拟。%3</translation>
    </message>
    <message>
        <source>step %1, loss %2; %3 samples, %4 simulated GPUs</source>
        <translation>第 %1 步，损失 %2；%3 个采样，%4 块模拟 GPU</translation>
    </message>
    <message>
        <source>%1 complete, newest at step %2</source>
        <translation>%1 个完整，最新的在第 %2 步</translation>
    </message>
    <message>
        <source>Its state is %1 instead of stopped.</source>
        <translation>它的状态是 %1，而不是已停止。</translation>
    </message>
    <message>
        <source>stopped, exit code %1</source>
        <translation>已停止，退出码 %1</translation>
    </message>
    <message>
        <source>The resumed run wrote no training line.</source>
        <translation>续跑的运行没有写出训练日志。</translation>
    </message>
    <message>
        <source>attempt %1 from step %2: first line at step %3, loss %4 (before %5)</source>
        <translation>第 %1 次尝试从第 %2 步开始：首行在第 %3 步，损失 %4（此前 %5）</translation>
    </message>
    <message>
        <source>The program %1 is missing.</source>
        <translation>缺少程序 %1。</translation>
    </message>
    <message>
        <source>The copy differs from the machine&apos;s log.</source>
        <translation>本机副本与机器上的日志不一致。</translation>
    </message>
    <message>
        <source>`demo` takes only options.</source>
        <translation>`demo` 只接受选项。</translation>
    </message>
    <message>
        <source>Receive log lines and live samples</source>
        <translation>收到日志和实时采样</translation>
    </message>
    <message>
        <source>Disconnect while it continues, then reconnect</source>
        <translation>断开连接，让它继续，再重新连接</translation>
    </message>
    <message>
        <source>Find complete checkpoints</source>
        <translation>找到完整的检查点</translation>
    </message>
    <message>
        <source>Compare the local log with the machine&apos;s</source>
        <translation>把本机的日志与机器上的比较</translation>
    </message>
    <message>
        <source>No training line or no sample was received.</source>
        <translation>没有收到训练日志或采样。</translation>
    </message>
    <message>
        <source>The log did not grow.</source>
        <translation>日志没有继续增长。</translation>
    </message>
    <message>
        <source>The samples have a gap of %1 ms.</source>
        <translation>采样中断了 %1 毫秒。</translation>
    </message>
    <message>
        <source>%1 bytes received meanwhile; longest gap between samples %2 ms</source>
        <translation>其间新增 %1 字节；采样最长间隔 %2 毫秒</translation>
    </message>
    <message>
        <source>Two complete checkpoints did not appear.</source>
        <translation>没有出现两个完整的检查点。</translation>
    </message>
    <message>
        <source>There is no usable checkpoint.</source>
        <translation>没有可用的检查点。</translation>
    </message>
    <message>
        <source>It continued at step %1 although the checkpoint is from step %2.</source>
        <translation>检查点在第 %2 步，它却从第 %1 步接着跑。</translation>
    </message>
    <message>
        <source>The window wrote no screenshots: %1</source>
        <translation>窗口没有截图：%1</translation>
    </message>
    <message>
        <source>The window wrote no screenshot.</source>
        <translation>窗口没有写出截图。</translation>
    </message>
    <message>
        <source>%1 screenshots in %2</source>
        <translation>%1 张截图，在 %2</translation>
    </message>
    <message>
        <source>All steps passed.</source>
        <translation>每一步都通过了。</translation>
    </message>
    <message>
        <source>Runs a complete journey in the sandbox and checks each step; --keep leaves the sandbox running.</source>
        <translation>在沙箱里走完整个流程并检查每一步；--keep 让沙箱继续运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::Desktop</name>
    <message>
        <source>Unknown argument. See trainyard --help.</source>
        <translation>没有这个参数。见 trainyard --help。</translation>
    </message>
    <message>
        <source>Usage: trainyard [options]

The window of Trainyard, a workbench for cloud and lab GPUs.
The same abilities on the command line: yard --help

Options:
  --run ID              open the page of this run
  --screenshots FOLDER  write a picture of every page to FOLDER and end
  --smoke               show the window, paint it once and end
  -h, --help            show this text
  -v, --version         show the version

Environment:
  TRAINYARD_HOME  keep database, runs and settings in this directory
</source>
        <translation>用法：trainyard [选项]

Trainyard 的窗口：云端和实验室 GPU 的工作台。
命令行有同样的功能：yard --help

选项：
  --run ID              打开这个运行的页面
  --screenshots FOLDER  把每个页面的截图写到 FOLDER，然后结束
  --smoke               显示窗口，绘制一次，然后结束
  -h, --help            显示这段文字
  -v, --version         显示版本

环境变量：
  TRAINYARD_HOME  把数据库、运行和设置放在这个目录
</translation>
    </message>
</context>
<context>
    <name>trainyard::DockerfileRules</name>
    <message>
        <source>There is no FROM: a Dockerfile begins with the image that it builds on.</source>
        <translation>没有 FROM：Dockerfile 要以它所基于的镜像开头。</translation>
    </message>
    <message>
        <source>FROM names no image.</source>
        <translation>FROM 没有写镜像。</translation>
    </message>
    <message>
        <source>The image has no tag, so it is the latest.</source>
        <translation>镜像没有标签，所以取的是 latest。</translation>
    </message>
    <message>
        <source>The stub of libcuda for building would be found before the driver&apos;s own.</source>
        <translation>构建用的 libcuda 桩库会比驱动自带的先被找到。</translation>
    </message>
    <message>
        <source>Name the folder only for the one build step that links against it.</source>
        <translation>请只在需要链接它的那一个构建步骤中写这个文件夹。</translation>
    </message>
    <message>
        <source>The build argument %1 stays in the history of the image.</source>
        <translation>构建参数 %1 会留在镜像的历史记录中。</translation>
    </message>
    <message>
        <source>Mount it instead: RUN --mount=type=secret,id=%1,env=%1.</source>
        <translation>请改用挂载：RUN --mount=type=secret,id=%1,env=%1。</translation>
    </message>
    <message>
        <source>%1 is copied into the image.</source>
        <translation>%1 被复制进了镜像。</translation>
    </message>
    <message>
        <source>The image runs as root.</source>
        <translation>镜像以 root 身份运行。</translation>
    </message>
    <message>
        <source>EXPOSE %1 opens nothing for NCCL.</source>
        <translation>EXPOSE %1 不会为 NCCL 打开任何端口。</translation>
    </message>
    <message>
        <source>Use --network=host on every node of the job.</source>
        <translation>请在作业的每个节点上使用 --network=host。</translation>
    </message>
    <message>
        <source>%1 is in shell form.</source>
        <translation>%1 用的是 shell 形式。</translation>
    </message>
    <message>
        <source>“%1” is not a valid instruction.</source>
        <translation>“%1”不是指令。</translation>
    </message>
    <message>
        <source>%1 comes before FROM.</source>
        <translation>%1 写在了 FROM 之前。</translation>
    </message>
    <message>
        <source>The tag %1 can change.</source>
        <translation>标签 %1 指向的镜像可能变化。</translation>
    </message>
    <message>
        <source>No USER is set, so the image runs as its base image does, usually as root.</source>
        <translation>没有写 USER，所以镜像沿用基础镜像的用户，通常是 root。</translation>
    </message>
    <message>
        <source>%1 starts a shell, which starts the program.</source>
        <translation>%1 先启动 shell，再由 shell 启动程序。</translation>
    </message>
</context>
<context>
    <name>trainyard::DriverChecks</name>
    <message>
        <source>Install the driver&apos;s utilities; in a container, start it with the utility capability.</source>
        <translation>安装驱动的工具；在容器里，请带 utility 能力启动它。</translation>
    </message>
    <message>
        <source>%1 NVIDIA GPUs are on the PCI bus, but no driver is installed.</source>
        <translation>PCI 总线上有 %1 块 NVIDIA GPU，但没有安装驱动。</translation>
    </message>
    <message>
        <source>Install the driver, then restart the machine.</source>
        <translation>安装驱动，然后重启机器。</translation>
    </message>
    <message>
        <source>nvidia-smi cannot reach the driver: it is not loaded or does not fit the kernel.</source>
        <translation>nvidia-smi 联系不上驱动：它没有加载，或与内核不符。</translation>
    </message>
    <message>
        <source>Load it and read what it says; after a kernel update, install the driver again.</source>
        <translation>加载它并查看它的输出；内核更新之后，请重新安装驱动。</translation>
    </message>
    <message>
        <source>This user may not use the GPUs.</source>
        <translation>这个用户不能使用 GPU。</translation>
    </message>
    <message>
        <source>The driver&apos;s library libnvidia-ml is missing.</source>
        <translation>驱动的库 libnvidia-ml 不存在。</translation>
    </message>
    <message>
        <source>Install the driver&apos;s libraries in the version of the kernel module.</source>
        <translation>安装与内核模块同版本的驱动库。</translation>
    </message>
    <message>
        <source>nvidia-smi fails.</source>
        <translation>nvidia-smi 失败。</translation>
    </message>
    <message>
        <source>nvidia-smi ended with status %1 (%2).</source>
        <translation>nvidia-smi 以状态 %1（%2）结束。</translation>
    </message>
    <message>
        <source>A library of another version than the kernel module cannot talk to it: nothing starts.</source>
        <translation>与内核模块版本不同的库无法与它通信：什么都启动不了。</translation>
    </message>
    <message>
        <source>The driver&apos;s library and the loaded kernel module are of different versions.</source>
        <translation>驱动的库与已加载的内核模块版本不同。</translation>
    </message>
    <message>
        <source>The driver&apos;s library is %1, the loaded kernel module is %2.</source>
        <translation>驱动的库是 %1，已加载的内核模块是 %2。</translation>
    </message>
    <message>
        <source>Restart the machine: the driver was updated while the old module was loaded.</source>
        <translation>重启机器：驱动更新时旧模块仍在加载。</translation>
    </message>
    <message>
        <source>The version of the loaded kernel module cannot be read here.</source>
        <translation>在这里读不到已加载内核模块的版本。</translation>
    </message>
    <message>
        <source>The kernel names two versions of its module: %1 and %2.</source>
        <translation>内核给出了模块的两个版本：%1 和 %2。</translation>
    </message>
    <message>
        <source>The loaded kernel module is %1, as the driver.</source>
        <translation>已加载的内核模块是 %1，与驱动一致。</translation>
    </message>
    <message>
        <source>The loaded kernel module is %1, the driver says %2.</source>
        <translation>已加载的内核模块是 %1，驱动说是 %2。</translation>
    </message>
    <message>
        <source>Programs reach a GPU through its device files.</source>
        <translation>程序通过设备文件访问 GPU。</translation>
    </message>
    <message>
        <source>This user may not open %1.</source>
        <translation>这个用户不能打开 %1。</translation>
    </message>
    <message>
        <source>/dev/nvidia-uvm is missing; CUDA needs it.</source>
        <translation>缺少 /dev/nvidia-uvm；CUDA 需要它。</translation>
    </message>
    <message>
        <source>Load the module; in a container, start it through the NVIDIA runtime.</source>
        <translation>加载该模块；在容器里，请通过 NVIDIA 运行时启动。</translation>
    </message>
    <message>
        <source>This user may open the %1 device files.</source>
        <translation>这个用户可以打开 %1 个设备文件。</translation>
    </message>
    <message>
        <source>Every program needs a folder for temporary files.</source>
        <translation>每个程序都需要一个存放临时文件的文件夹。</translation>
    </message>
    <message>
        <source>Driver %1 answers.</source>
        <translation>驱动 %1 有应答。</translation>
    </message>
    <message>
        <source>Driver %1 answers; it runs programs up to CUDA %2.</source>
        <translation>驱动 %1 有应答；最高可运行 CUDA %2 的程序。</translation>
    </message>
    <message>
        <source>CUDA needs NVIDIA&apos;s own driver.</source>
        <translation>CUDA 需要 NVIDIA 自己的驱动。</translation>
    </message>
    <message>
        <source>Without a working driver no program can use a GPU.</source>
        <translation>没有应答的驱动，任何程序都用不了 GPU。</translation>
    </message>
    <message>
        <source>The driver %1 is loaded, but nvidia-smi is missing, so only little information is available.</source>
        <translation>驱动 %1 已加载，但没有 nvidia-smi，因此能说的很少。</translation>
    </message>
    <message>
        <source>No NVIDIA GPU and no driver found.</source>
        <translation>这里没有 NVIDIA GPU，也没有驱动。</translation>
    </message>
    <message>
        <source>Programs that need a GPU do not run here.</source>
        <translation>需要 GPU 的程序在这里无法运行。</translation>
    </message>
    <message>
        <source>nvidia-smi did not respond in time: the driver is stuck.</source>
        <translation>nvidia-smi 没有应答，已被放弃：驱动卡住了。</translation>
    </message>
    <message>
        <source>Restart the machine; a stuck driver does not recover otherwise. If it happens again, return the machine.</source>
        <translation>重启机器；卡住的驱动没有别的办法恢复。若再次出现，退掉这台机器。</translation>
    </message>
    <message>
        <source>Ask the machine&apos;s administrator to add the user to the group of the device files.</source>
        <translation>请机器的管理者把该用户加入设备文件所属的组。</translation>
    </message>
    <message>
        <source>Check the kernel log; in a container, restart it: its access to the devices may be gone.</source>
        <translation>查看内核日志；在容器里，请重新启动它：它对设备的访问可能已丢失。</translation>
    </message>
    <message>
        <source>nvidia-smi ended with status %1 and an unknown message.</source>
        <translation>nvidia-smi 以状态 %1 结束，所说的话本程序不认识。</translation>
    </message>
    <message>
        <source>No known device files found in /dev.</source>
        <translation>/dev 下没有本程序认识的设备文件。</translation>
    </message>
    <message>
        <source>No folder on the machine is writable, so nothing could be checked.</source>
        <translation>机器上没有可写的文件夹，因此什么都无法检查。</translation>
    </message>
    <message>
        <source>The GPUs are simulated; there is no driver to check.</source>
        <translation>GPU 是模拟的；没有驱动可看。</translation>
    </message>
    <message>
        <source>It decides which images and frameworks run: see `yard compat images`.</source>
        <translation>哪些镜像和框架能运行取决于它：yard compat images 会告诉你。</translation>
    </message>
    <message>
        <source>The output of nvidia-smi is not recognized.</source>
        <translation>无法识别 nvidia-smi 的输出。</translation>
    </message>
    <message>
        <source>The nouveau driver uses the GPUs; NVIDIA&apos;s driver cannot be loaded at the same time.</source>
        <translation>nouveau 驱动占用着 GPU；NVIDIA 的驱动无法与它并存。</translation>
    </message>
</context>
<context>
    <name>trainyard::DriverRules</name>
    <message>
        <source>%1 needs driver %2 or newer; %3 is older. CUDA says error 35 (insufficient driver).</source>
        <translation>%1 需要驱动 %2 或更新版本；%3 较旧。CUDA 会报错误 35（驱动过旧）。</translation>
    </message>
    <message>
        <source>%1 needs driver %2 or newer; %3 is older. The cuda-compat libraries of the image are for data-centre GPUs, not for %4: CUDA says error 804, or 35 without them.</source>
        <translation>%1 需要驱动 %2 或更新版本；%3 较旧。镜像中的 cuda-compat 库用于数据中心 GPU，不适用于 %4：CUDA 会报错误 804，不用这些库则报 35。</translation>
    </message>
    <message>
        <source>Driver %1 is older than %2 needs (%3), but the cuda-compat libraries in the image are for R%4 and for data-centre GPUs like %5. They must be used inside the container.</source>
        <translation>驱动 %1 比 %2 所需的（%3）旧，但镜像中的 cuda-compat 库支持 R%4 和 %5 这样的数据中心 GPU。容器内必须使用这些库。</translation>
    </message>
    <message>
        <source>%1 needs driver %2 or newer; %3 is older, and the cuda-compat libraries in the image are not for R%4: CUDA says error 35.</source>
        <translation>%1 需要驱动 %2 或更新版本；%3 较旧，且镜像中的 cuda-compat 库不支持 R%4：CUDA 会报错误 35。</translation>
    </message>
    <message>
        <source>Driver %1 is older than %2 needs (%3). Whether the cuda-compat libraries in the image work with R%4 and %5 is not known.</source>
        <translation>驱动 %1 比 %2 所需的（%3）旧。镜像中的 cuda-compat 库能否用于 R%4 和 %5 尚不清楚。</translation>
    </message>
    <message>
        <source>R%1 has reached its end of life: it gets no more fixes, security ones included.</source>
        <translation>R%1 已停止支持：不再有任何修复，包括安全修复。</translation>
    </message>
    <message>
        <source>R%1 reached its end of life in %2: it gets no more fixes, security ones included.</source>
        <translation>R%1 已于 %2 停止支持：不再有任何修复，包括安全修复。</translation>
    </message>
    <message>
        <source>CUDA %1 is the first for %2 (compute capability %3); driver %4 is of CUDA %5.</source>
        <translation>CUDA %1 是第一个支持 %2（计算能力 %3）的版本；驱动 %4 对应 CUDA %5。</translation>
    </message>
    <message>
        <source>It is older than the GPU.</source>
        <translation>它比该 GPU 更早。</translation>
    </message>
    <message>
        <source>Driver %1 is of a newer CUDA than %2 needs (CUDA %3).</source>
        <translation>驱动 %1 对应的 CUDA 比 %2 所需的（CUDA %3）更新。</translation>
    </message>
    <message>
        <source>Driver %1 is new enough for all of %2 (CUDA %3 comes with %4).</source>
        <translation>驱动 %1 足够新，支持 %2 的全部功能（CUDA %3 随附 %4）。</translation>
    </message>
    <message>
        <source>Driver %1 runs every CUDA %2 (%3 or newer), within limits: nothing compiled at run time from PTX of CUDA %4 (error 222), no calls that need a newer driver (error 36).</source>
        <translation>驱动 %1 可运行任何 CUDA %2（自 %3 起），但有限制：不能在运行时编译 CUDA %4 的 PTX（错误 222），不能使用需要更新驱动的调用（错误 36）。</translation>
    </message>
    <message>
        <source>Driver %1 runs every CUDA %2 (%3 or newer), within limits: nothing compiled at run time from PTX of CUDA %4 (error 222), no calls that need a newer driver (error 36). All of it works from %5 on.</source>
        <translation>驱动 %1 可运行任何 CUDA %2（自 %3 起），但有限制：不能在运行时编译 CUDA %4 的 PTX（错误 222），不能使用需要更新驱动的调用（错误 36）。自 %5 起全部可用。</translation>
    </message>
    <message>
        <source>The image carries cuda-compat libraries, newer than driver %1 and not for %2. Where they take the place of the driver&apos;s own, CUDA says error 804: keep /usr/local/cuda/compat out of the library path, or set cuda-compat-mode to disabled in the NVIDIA Container Toolkit.</source>
        <translation>镜像带有 cuda-compat 库，比驱动 %1 新，且不适用于 %2。若它们取代了驱动自带的库，CUDA 会报错误 804：请不要把 /usr/local/cuda/compat 放进库路径，或在 NVIDIA Container Toolkit 中把 cuda-compat-mode 设为 disabled。</translation>
    </message>
    <message>
        <source>NVIDIA published no driver %1; %2 exist. The result is based on its number alone.</source>
        <translation>NVIDIA 没有发布过驱动 %1；有 %2。以下仅按其版本号判断。</translation>
    </message>
    <message>
        <source>R%1 was the last driver branch for %2 (%3); driver %4 does not support it.</source>
        <translation>R%1 是支持 %2（%3）的最后一个驱动分支；驱动 %4 不支持它。</translation>
    </message>
    <message>
        <source>It is unknown whether it supports the GPU.</source>
        <translation>它是否支持该 GPU 尚不清楚。</translation>
    </message>
    <message>
        <source>The driver that CUDA %1 needs is unknown.</source>
        <translation>CUDA %1 需要哪个驱动尚不清楚。</translation>
    </message>
</context>
<context>
    <name>trainyard::EditorAccess</name>
    <message>
        <source>%1 could not be read: check its permissions.</source>
        <translation>无法读取 %1：请检查其权限。</translation>
    </message>
    <message>
        <source>%1 could not be written: check the folder&apos;s permissions and space.</source>
        <translation>无法写入 %1：请检查文件夹的权限和可用空间。</translation>
    </message>
    <message>
        <source>%1 could not be made: check your home folder.</source>
        <translation>无法创建 %1：请检查主目录。</translation>
    </message>
    <message>
        <source>%1 is a name of your SSH configuration, and this machine has further settings: move them there to use an editor.</source>
        <translation>%1 是您 SSH 配置中的名称，而此机器还有其他设置：要使用编辑器，请把这些设置移到那里。</translation>
    </message>
</context>
<context>
    <name>trainyard::EditorEntryDialog</name>
    <message>
        <source>Open in %1</source>
        <translation>在 %1 中打开</translation>
    </message>
    <message>
        <source>Entry for %1</source>
        <translation>%1 的条目</translation>
    </message>
    <message>
        <source>%1 reaches the machine through your SSH configuration. Trainyard writes this entry to %2 and includes that file at the top of %3. The menu of “Open…” removes it again.</source>
        <translation>%1 通过您的 SSH 配置连接机器。Trainyard 会将此条目写入 %2，并在 %3 开头引入该文件。可从“打开…”菜单中再次移除。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add and open</source>
        <translation>添加并打开</translation>
    </message>
</context>
<context>
    <name>trainyard::EditorLink</name>
    <message>
        <source>%1 could not be started: check that its command is installed.</source>
        <translation>无法启动 %1：请确认已安装其命令。</translation>
    </message>
</context>
<context>
    <name>trainyard::EntryRows</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>a field of a list, its number: &quot;Variable 2&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a check box, the field it belongs to</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>trainyard::EnvironmentCommands</name>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>Name the output folder: -o DIR.</source>
        <translation>请指明文件夹：-o DIR。</translation>
    </message>
    <message>
        <source>Generates a Dockerfile, start options, variables and a task for a framework on a GPU and driver, with the reason for each.</source>
        <translation>为某个框架、GPU 和驱动生成 Dockerfile、启动选项、变量和任务文件，并说明理由。</translation>
    </message>
    <message>
        <source>Finds common mistakes in a Dockerfile, launch command, list of variables or task file.</source>
        <translation>找出 Dockerfile、启动命令、变量列表或任务文件中的常见错误。</translation>
    </message>
</context>
<context>
    <name>trainyard::EnvironmentDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Check existing</source>
        <translation>检查已有的</translation>
    </message>
    <message>
        <source>Set up an environment</source>
        <translation>配置运行环境</translation>
    </message>
    <message>
        <source>Nothing is downloaded, built or run here.</source>
        <translation>这里不会下载、构建或执行任何东西。</translation>
    </message>
</context>
<context>
    <name>trainyard::EnvironmentPrinter</name>
    <message>
        <source>%1 error(s), %2 warning(s), %3 hint(s) in %4 (read as %5).</source>
        <translation>%4 中有 %1 个错误、%2 个警告、%3 个提示（按 %5 读取）。</translation>
    </message>
    <message>
        <source>Base image: %1</source>
        <translation>基础镜像：%1</translation>
    </message>
    <message>
        <source>Files written to %1:</source>
        <translation>已写入 %1 的文件：</translation>
    </message>
    <message>
        <source>Start command, and why:</source>
        <translation>启动命令及理由：</translation>
    </message>
    <message>
        <source>No environment can be generated: %1</source>
        <translation>无法生成环境：%1</translation>
    </message>
    <message>
        <source>There are more findings; fix these first.</source>
        <translation>还有更多问题；请先修正这些。</translation>
    </message>
    <message>
        <source>No problems found in %1 (read as %2).</source>
        <translation>在 %1 中未发现问题（按 %2 读取）。</translation>
    </message>
</context>
<context>
    <name>trainyard::EnvironmentRequest</name>
    <message>
        <source>Name one framework with its version: --torch, --tensorflow or --jax.</source>
        <translation>请指定一个框架及其版本：--torch、--tensorflow 或 --jax。</translation>
    </message>
    <message>
        <source>%1 takes a whole number.</source>
        <translation>%1 要用整数。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>It is not a file.</source>
        <translation>它不是文件。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for --engine. Use docker or podman.</source>
        <translation>“%1”不是 --engine 的有效值。可用 docker 或 podman。</translation>
    </message>
    <message>
        <source>Name one file, or - for standard input.</source>
        <translation>请指定一个文件，或用 - 表示标准输入。</translation>
    </message>
    <message>
        <source>It does not exist.</source>
        <translation>它不存在。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for --as. Use dockerfile, command, env or task.</source>
        <translation>“%1”不是 --as 的有效值。可用 dockerfile、command、env 或 task。</translation>
    </message>
</context>
<context>
    <name>trainyard::EnvironmentSection</name>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>添加变量</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>%1 is named above, too. Remove one of the two.</source>
        <translation>%1 在上面已经有了。请移除其中一个。</translation>
    </message>
    <message>
        <source>Variables taken from this computer</source>
        <translation>取自这台电脑的变量</translation>
    </message>
    <message>
        <source>Names only. The values are those of your environment at launch.</source>
        <translation>只填名称。值取自启动时你的环境。</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Names only. The values come from your environment at launch and are never shown or stored.</source>
        <translation>只填名称。值取自启动时你的环境，从不显示，也不保存。</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Name in the keyring</source>
        <translation>密钥环中的名称</translation>
    </message>
    <message>
        <source>Add a secret of the keyring</source>
        <translation>添加密钥环中的密钥</translation>
    </message>
    <message>
        <source>Secrets in the keyring</source>
        <translation>密钥环中的密钥</translation>
    </message>
    <message>
        <source>Read from the keyring of this desktop at launch. To add one to it: yard secret set NAME</source>
        <translation>启动时从这个桌面的密钥环读取。要添加一个：yard secret set NAME</translation>
    </message>
</context>
<context>
    <name>trainyard::Error</name>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
</context>
<context>
    <name>trainyard::Estimate</name>
    <message>
        <source>Disk %1</source>
        <translation>磁盘 %1</translation>
    </message>
    <message>
        <source>Object storage %1</source>
        <translation>对象存储 %1</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Depreciation</source>
        <translation>折旧</translation>
    </message>
    <message>
        <source>Electricity</source>
        <translation>电费</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 请求</translation>
    </message>
    <message>
        <source>Egress, free of charge</source>
        <translation>出站流量，免费部分</translation>
    </message>
    <message>
        <source>Egress</source>
        <translation>出站流量</translation>
    </message>
    <message>
        <source>Egress, up to %1 GB</source>
        <translation>出站流量，至 %1 GB</translation>
    </message>
    <message>
        <source>Egress, above %1 GB</source>
        <translation>出站流量，%1 GB 以上</translation>
    </message>
    <message>
        <source>Contingency</source>
        <translation>预备金</translation>
    </message>
    <message>
        <source>%1 must be between %2 and %3, not %4.</source>
        <translation>%1必须在 %2 和 %3 之间，而不是 %4。</translation>
    </message>
    <message>
        <source>A price cannot be negative.</source>
        <translation>价格不能为负。</translation>
    </message>
    <message>
        <source>The number of machines</source>
        <translation>机器数量</translation>
    </message>
    <message>
        <source>The time of the run must be between a second and a million hours.</source>
        <translation>运行时间必须在一秒到一百万小时之间。</translation>
    </message>
    <message>
        <source>The contingency in tenths of a percent</source>
        <translation>预备金（千分之一）</translation>
    </message>
    <message>
        <source>The size of a disk or store in GB</source>
        <translation>磁盘或存储的大小（GB）</translation>
    </message>
    <message>
        <source>A disk or store can be kept for at most a million hours.</source>
        <translation>磁盘或存储最多可保留一百万小时。</translation>
    </message>
    <message>
        <source>The number of requests</source>
        <translation>请求数量</translation>
    </message>
    <message>
        <source>The life of the hardware in months</source>
        <translation>硬件的使用寿命（月）</translation>
    </message>
    <message>
        <source>The power in watts</source>
        <translation>功率（瓦）</translation>
    </message>
    <message>
        <source>The PUE in hundredths</source>
        <translation>PUE（百分之一）</translation>
    </message>
    <message>
        <source>The utilisation in percent</source>
        <translation>利用率（百分比）</translation>
    </message>
    <message>
        <source>The traffic in GB</source>
        <translation>流量（GB）</translation>
    </message>
    <message>
        <source>The free traffic in GB</source>
        <translation>免费流量（GB）</translation>
    </message>
    <message>
        <source>“%1” is too large to calculate.</source>
        <translation>“%1”太大，无法计算。</translation>
    </message>
    <message>
        <source>The price is unknown. Enter one.</source>
        <translation>价格未知，请给出一个。</translation>
    </message>
    <message>
        <source>How often the machine is interrupted is unknown. Enter the hours between two interruptions.</source>
        <translation>不知道机器多久被收回一次，请给出两次中断之间的小时数。</translation>
    </message>
    <message>
        <source>Enter the time to write a checkpoint and the time to restart.</source>
        <translation>请给出写一个检查点所需的时间和重新启动所需的时间。</translation>
    </message>
    <message>
        <source>One every %1 h, a checkpoint every %2 min; best interval %3 min (Young) or %4 min (Daly)%5.</source>
        <translation>每 %1 小时一次，每 %2 分钟一个检查点；最佳间隔按 Young 为 %3 分钟，按 Daly 为 %4 分钟%5。</translation>
    </message>
    <message>
        <source>The billing increment must be between a second and a million hours.</source>
        <translation>计费时间的步长必须在一秒到一百万小时之间。</translation>
    </message>
    <message>
        <source>The traffic tiers must increase, and the last one has no upper limit.</source>
        <translation>流量的各级必须递增，且最后一级没有上限。</translation>
    </message>
</context>
<context>
    <name>trainyard::EstimateCommand</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>No matching offer has a known price.</source>
        <translation>没有已知价格的报价符合条件。</translation>
    </message>
    <message>
        <source>How the provider “%1” bills is unknown. Leave out --provider, or add --billing.</source>
        <translation>不知道名为“%1”的提供商如何计费。请去掉 --provider，或用 --billing 说明。</translation>
    </message>
    <message>
        <source>“%1” matches several providers. Use a longer name.</source>
        <translation>“%1”对应多个提供商，请写得更完整。</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>Estimates the cost of a run: machines, interruptions, disks, storage, traffic, contingency.</source>
        <translation>估算一次运行的费用：机器、中断、磁盘、存储、流量、预备金。</translation>
    </message>
    <message>
        <source>Estimates how much memory a training needs per GPU, and which GPUs it fits on.</source>
        <translation>估算训练在每块 GPU 上需要多少显存，以及哪些 GPU 放得下。</translation>
    </message>
    <message>
        <source>entered by you</source>
        <translation>自填</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>未核实</translation>
    </message>
    <message>
        <source>%1, unverified</source>
        <translation>%1，未核实</translation>
    </message>
    <message>
        <source>Not included in the total: %1.</source>
        <translation>合计不含：%1。</translation>
    </message>
    <message>
        <source>%1 costs %2 per month and never pays off.</source>
        <translation>%1 每月 %2，永远不划算。</translation>
    </message>
    <message>
        <source>%1 costs %2 per month and pays off from %3 hours per month.</source>
        <translation>%1 每月 %2，每月用满 %3 小时起划算。</translation>
    </message>
    <message>
        <source>At your usage it saves %1 per month.</source>
        <translation>按你的用量，每月省 %1。</translation>
    </message>
    <message>
        <source>At your usage it costs %1 more per month.</source>
        <translation>按你的用量，每月多花 %1。</translation>
    </message>
    <message>
        <source>Name one purchase option with --price.</source>
        <translation>使用 --price 时请只写一种购买方式。</translation>
    </message>
    <message>
        <source>A month has %1 hours, so --hours-per-month cannot be higher.</source>
        <translation>一个月有 %1 小时，--hours-per-month 不能更多。</translation>
    </message>
    <message>
        <source>How long will the run take? Add --hours.</source>
        <translation>运行需要多长时间？请加上 --hours。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for --billing. Write a billing increment, optionally with a minimum after a slash, for example 1h or 1s/60s.</source>
        <translation>“%1”不是 --billing 的有效值。请写计费单位，斜杠后可加最短时间，例如 1h 或 1s/60s。</translation>
    </message>
    <message>
        <source>--interrupted-every and --interruption-rate mean the same: use only one of them.</source>
        <translation>--interrupted-every 和 --interruption-rate 说的是同一件事：请只写其中一个。</translation>
    </message>
    <message>
        <source>Own hardware needs --own-price, --own-watts and --own-kwh.</source>
        <translation>自有硬件需要 --own-price、--own-watts 和 --own-kwh。</translation>
    </message>
    <message>
        <source>--own-years must be at least one month: 0.09.</source>
        <translation>--own-years 至少为一个月：0.09。</translation>
    </message>
    <message>
        <source>Use only one of --offer, --price, and filters such as --gpu.</source>
        <translation>请在 --offer、--price 和 --gpu 之类的筛选条件中只选一种。</translation>
    </message>
    <message>
        <source>Nothing to estimate. Add --offer, filters such as --gpu, --price, or --own-price.</source>
        <translation>没有要估算的内容。请加上 --offer、--gpu 之类的筛选条件、--price 或 --own-price。</translation>
    </message>
</context>
<context>
    <name>trainyard::EstimatePanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Connect a machine…</source>
        <translation>连接机器…</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Hours of training</source>
        <translation>训练小时数</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Number of machines</source>
        <translation>机器台数</translation>
    </message>
    <message>
        <source>Disk GB</source>
        <translation>磁盘 GB</translation>
    </message>
    <message>
        <source>Disk of each machine in GB</source>
        <translation>每台机器的磁盘（GB）</translation>
    </message>
    <message>
        <source>Storage GB</source>
        <translation>存储 GB</translation>
    </message>
    <message>
        <source>Object storage in GB</source>
        <translation>对象存储（GB）</translation>
    </message>
    <message>
        <source>Download GB</source>
        <translation>下载 GB</translation>
    </message>
    <message>
        <source>Download in GB</source>
        <translation>下载量（GB）</translation>
    </message>
    <message>
        <source>Reserve %</source>
        <translation>预留 %</translation>
    </message>
    <message>
        <source>Save min</source>
        <translation>保存（分钟）</translation>
    </message>
    <message>
        <source>Minutes to write a checkpoint</source>
        <translation>写一个检查点的分钟数</translation>
    </message>
    <message>
        <source>Restart min</source>
        <translation>重启（分钟）</translation>
    </message>
    <message>
        <source>Choose an offer first.</source>
        <translation>请先选择一个报价。</translation>
    </message>
    <message>
        <source>Choose an offer to see what a run on it costs.</source>
        <translation>选择一个报价，查看在上面运行的费用。</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>Converted at %1.</source>
        <translation>按 %1 换算。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Own hardware…</source>
        <translation>自有硬件…</translation>
    </message>
    <message>
        <source>unknown: set hours…</source>
        <translation>未知：设定小时数…</translation>
    </message>
    <message>
        <source>unknown: set rate…</source>
        <translation>未知：设定汇率…</translation>
    </message>
    <message>
        <source>unknown: set price…</source>
        <translation>未知：设定价格…</translation>
    </message>
    <message>
        <source>%1 per %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Collapse the estimate</source>
        <translation>折叠估算</translation>
    </message>
    <message>
        <source>Reserve for the unexpected, in percent</source>
        <translation>为意外情况预留的百分比</translation>
    </message>
    <message>
        <source>Minutes to restart on a new machine</source>
        <translation>在新机器上重新开始的分钟数</translation>
    </message>
    <message>
        <source>Adds your own hardware to the offers</source>
        <translation>把自有硬件列入报价</translation>
    </message>
    <message>
        <source>Enter a number.</source>
        <translation>请填写数字。</translation>
    </message>
    <message>
        <source>Expand the estimate</source>
        <translation>展开估算</translation>
    </message>
    <message>
        <source>without %1: unknown</source>
        <translation>不含%1：未知</translation>
    </message>
    <message>
        <source>Change your value</source>
        <translation>更改你设定的值</translation>
    </message>
    <message>
        <source>h between interruptions</source>
        <extracomment>currency, and what it is paid for: &quot;USD per GB-month&quot;</extracomment>
        <translation>两次中断之间的小时数</translation>
    </message>
</context>
<context>
    <name>trainyard::Estimator</name>
    <message>
        <source>There is no offer “%1”. Write PROVIDER/TYPE/REGION/PURCHASE as `yard offer list` shows them, including any -.</source>
        <translation>没有报价“%1”。请写成 提供商/类型/区域/购买方式，与 `yard offer list` 显示的一致，显示为 - 的也写 -。</translation>
    </message>
    <message>
        <source>“%1” matches %2 offers of a rate card. Give each of them its own type.</source>
        <translation>“%1”对应价目表中的 %2 个报价。请给它们各自的类型。</translation>
    </message>
</context>
<context>
    <name>trainyard::EventLane</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::EventList</name>
    <message>
        <source>Events of this run</source>
        <translation>本次运行的事件</translation>
    </message>
    <message>
        <source>Starts, stops, checkpoints, alerts and lost links are listed here.</source>
        <translation>启动、停止、检查点、告警和断线会列在这里。</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>还没有事件</translation>
    </message>
</context>
<context>
    <name>trainyard::EventListModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>no duration</source>
        <translation>无时长</translation>
    </message>
</context>
<context>
    <name>trainyard::Events</name>
    <message>
        <source>Launching</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>Asked to stop</source>
        <translation>已请求停止</translation>
    </message>
    <message>
        <source>Time limit reached</source>
        <translation>达到时间上限</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Half of the budget is used</source>
        <translation>预算已用一半</translation>
    </message>
    <message>
        <source>Last checkpoint is complete</source>
        <translation>最后的检查点已完整</translation>
    </message>
    <message>
        <source>Machine is being shut down</source>
        <translation>机器正在关机</translation>
    </message>
    <message>
        <source>Shutting the machine down failed</source>
        <translation>机器关机失败</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Link lost</source>
        <translation>断线</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Attempt %1 started</source>
        <translation>第 %1 次尝试已开始</translation>
    </message>
    <message>
        <source>Failed with code %1</source>
        <translation>失败，退出码 %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what a checkpoint is of, and how whole it is</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Checkpoint moved to the trash</source>
        <translation>检查点已移入回收站</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what happened, and to what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GPUs in use determined</source>
        <translation>已查看使用中的 GPU</translation>
    </message>
    <message>
        <source>Budget nearly used, checkpoint requested</source>
        <translation>预算即将用完，已请求保存检查点</translation>
    </message>
    <message>
        <source>Last checkpoint did not appear</source>
        <translation>最后的检查点没有出现</translation>
    </message>
    <message>
        <source>Last checkpoint requested</source>
        <translation>已请求保存最后的检查点</translation>
    </message>
    <message>
        <source>Waiting for the next checkpoint</source>
        <translation>等待下一个检查点</translation>
    </message>
    <message>
        <source>Guard started</source>
        <translation>守护程序正在值守</translation>
    </message>
    <message>
        <source>Ended: lease used up</source>
        <translation>因租期用完而结束</translation>
    </message>
    <message>
        <source>Ended: budget used up</source>
        <translation>因预算用完而结束</translation>
    </message>
    <message>
        <source>Ended: idle</source>
        <translation>因空闲而结束</translation>
    </message>
    <message>
        <source>The cloud reclaims the machine</source>
        <translation>云服务商要收回这台机器</translation>
    </message>
    <message>
        <source>Machine shutdown pending</source>
        <translation>机器等待关机</translation>
    </message>
</context>
<context>
    <name>trainyard::ExchangeRate</name>
    <message>
        <source>There is no exchange rate between %1 and %2. Enter one.</source>
        <translation>没有 %1 与 %2 之间的汇率，请给出一个。</translation>
    </message>
    <message>
        <source>“%1” is not a valid exchange rate with its date. Example: USD/CNY=7.1@2026-11-01.</source>
        <translation>“%1”不是带日期的汇率：请写成 USD/CNY=7.1@2026-11-01 这样的形式。</translation>
    </message>
    <message>
        <source>Unknown currency %1. Use one of %2.</source>
        <translation>不认识货币 %1。可用的有 %2。</translation>
    </message>
    <message>
        <source>An exchange rate needs two currencies; %1 was given twice.</source>
        <translation>汇率要在两种货币之间；%1 两次写了同一种。</translation>
    </message>
    <message>
        <source>%1 is not a valid rate for %2. Enter a number between 0.000001 and 1000000 with at most nine decimal places.</source>
        <translation>%1 不能是 %2 的汇率：应为 0.000001 到 1000000 之间的数，小数点后最多九位。</translation>
    </message>
    <message>
        <source>%1 is not a valid date for an exchange rate: it must be today or earlier.</source>
        <translation>%1 不是今天或之前可能见到汇率的日期。</translation>
    </message>
</context>
<context>
    <name>trainyard::Explain</name>
    <message>
        <source>The processes waited %1 s for each other in %2 number %3, then NCCL&apos;s watchdog gave up.</source>
        <translation>各进程在第 %3 次 %2 中互相等待了 %1 秒，随后 NCCL 的看门狗放弃了。</translation>
    </message>
    <message>
        <source>NCCL, which joins the GPUs, failed: %1.</source>
        <translation>连接各 GPU 的 NCCL 出错：%1。</translation>
    </message>
    <message>
        <source>The processes call NCCL differently, often two of them with the same GPU.</source>
        <translation>各进程对 NCCL 的调用不一致，常见的是两个进程用了同一块 GPU。</translation>
    </message>
    <message>
        <source>Run once with this variable: NCCL then says which call and which interface.</source>
        <translation>用这个变量再运行一次：NCCL 会说明是哪个调用、哪块网卡。</translation>
    </message>
    <message>
        <source>The processes did not find each other in time.</source>
        <translation>各进程没有及时找到彼此。</translation>
    </message>
    <message>
        <source>The Python program ended with an exception.</source>
        <translation>Python 程序因异常结束。</translation>
    </message>
    <message>
        <source>The kernel killed the run because memory ran out.</source>
        <translation>内存耗尽，内核终止了该运行。</translation>
    </message>
    <message>
        <source>A kernel on the GPU touched memory that is not its own.</source>
        <translation>GPU 上的一个 kernel 访问了不属于它的显存。</translation>
    </message>
    <message>
        <source>A check inside a GPU kernel failed: %1.</source>
        <translation>GPU kernel 内部的一项检查失败：%1。</translation>
    </message>
    <message>
        <source>A check inside a GPU kernel failed.</source>
        <translation>GPU kernel 内部的一项检查失败。</translation>
    </message>
    <message>
        <source>Check the largest and smallest label and token against the model&apos;s sizes; run once with this variable to see the line.</source>
        <translation>核对标签和 token 的最大、最小值与模型大小；用这个变量再运行一次可看到出错的行。</translation>
    </message>
    <message>
        <source>This PyTorch has no code for this GPU (%1).</source>
        <translation>这个 PyTorch 没有适用于这块 GPU（%1）的代码。</translation>
    </message>
    <message>
        <source>The program has no code for this GPU.</source>
        <translation>程序没有适用于这块 GPU 的代码。</translation>
    </message>
    <message>
        <source>The driver is too old for the CUDA that the program was built with.</source>
        <translation>驱动对程序所用的 CUDA 来说太旧。</translation>
    </message>
    <message>
        <source>CUDA cannot start: the switches between the GPUs are not ready (error 802).</source>
        <translation>CUDA 无法启动：GPU 之间的交换芯片尚未就绪（错误 802）。</translation>
    </message>
    <message>
        <source>This PyTorch was built without CUDA.</source>
        <translation>这个 PyTorch 不带 CUDA。</translation>
    </message>
    <message>
        <source>The program sees no GPU.</source>
        <translation>程序看不到 GPU。</translation>
    </message>
    <message>
        <source>The container was started without GPUs, CUDA_VISIBLE_DEVICES hides them, or the machine has none.</source>
        <translation>容器启动时没有 GPU、CUDA_VISIBLE_DEVICES 隐藏了它们，或机器上没有 GPU。</translation>
    </message>
    <message>
        <source>Install a build with CUDA from the index of PyTorch.</source>
        <translation>从 PyTorch 的索引安装带 CUDA 的版本。</translation>
    </message>
    <message>
        <source>The container lost its GPUs while it was running.</source>
        <translation>容器在运行中失去了 GPU。</translation>
    </message>
    <message>
        <source>The driver reports Xid %1 on the GPU at %2.</source>
        <translation>驱动报告位于 %2 的 GPU 出现 Xid %1。</translation>
    </message>
    <message>
        <source>The driver reports Xid %1 on the GPU at %2: %3.</source>
        <translation>驱动报告位于 %2 的 GPU 出现 Xid %1：%3。</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>A GPU</source>
        <translation>某块 GPU</translation>
    </message>
    <message>
        <source>End it if it is yours, or choose another GPU.</source>
        <translation>如果它是你的就结束它，否则换一块 GPU。</translation>
    </message>
    <message>
        <source>cuBLAS found no GPU memory for its workspace.</source>
        <translation>cuBLAS 找不到可用作工作区的显存。</translation>
    </message>
    <message>
        <source>The kernel killed %1 (process %2), because memory ran out.</source>
        <translation>内存耗尽，内核终止了 %1（进程 %2）。</translation>
    </message>
    <message>
        <source>The limit of its container was reached.</source>
        <translation>达到了所在容器的上限。</translation>
    </message>
    <message>
        <source>The machine&apos;s own memory was full, not the GPU&apos;s.</source>
        <translation>用尽的是机器内存，不是显存。</translation>
    </message>
    <message>
        <source>Process %1 was killed with signal 9.</source>
        <translation>进程 %1 被信号 9 终止。</translation>
    </message>
    <message>
        <source>The shared memory of the container is too small.</source>
        <translation>容器的共享内存太小。</translation>
    </message>
    <message>
        <source>Start the container with the host&apos;s shared memory or a larger one, or use fewer workers.</source>
        <translation>让容器使用宿主机的或更大的共享内存，或减少加载进程。</translation>
    </message>
    <message>
        <source>The loss is infinite.</source>
        <translation>损失为无穷大。</translation>
    </message>
    <message>
        <source>The loss is not a number (NaN).</source>
        <translation>损失不是数字（NaN）。</translation>
    </message>
    <message>
        <source>First seen at step %1.</source>
        <translation>首次出现在第 %1 步。</translation>
    </message>
    <message>
        <source>The disk is full; %1 could not be written.</source>
        <translation>磁盘已满；无法写入 %1。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>The Python module %1 is missing.</source>
        <translation>缺少 Python 模块 %1。</translation>
    </message>
    <message>
        <source>Install its package in the setup part of the task.</source>
        <translation>在任务的 setup 部分安装它的软件包。</translation>
    </message>
    <message>
        <source>Install its package in the setup part of the task; the package may be called differently from the module, so check before you install.</source>
        <translation>在任务的 setup 部分安装它的软件包；软件包名可能与模块名不同，安装前请核对。</translation>
    </message>
    <message>
        <source>The library %1 is missing.</source>
        <translation>缺少库 %1。</translation>
    </message>
    <message>
        <source>The image lacks a system package.</source>
        <translation>镜像缺少一个系统软件包。</translation>
    </message>
    <message>
        <source>The file belongs to another user: often an earlier container wrote it as root.</source>
        <translation>文件属于另一个用户：常见的是之前的容器以 root 写入。</translation>
    </message>
    <message>
        <source>%1 does not exist on the machine.</source>
        <translation>机器上不存在 %1。</translation>
    </message>
    <message>
        <source>Check the path from the run&apos;s working folder, and file_mounts in the task.</source>
        <translation>从运行的工作目录核对路径，并检查任务中的 file_mounts。</translation>
    </message>
    <message>
        <source>The run has too many files open.</source>
        <translation>该运行打开的文件太多。</translation>
    </message>
    <message>
        <source>Raise the limit before the program starts, or call torch.multiprocessing.set_sharing_strategy(&apos;file_system&apos;).</source>
        <translation>在程序启动前提高上限，或调用 torch.multiprocessing.set_sharing_strategy(&apos;file_system&apos;)。</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page, then give the task HF_TOKEN as a secret.</source>
        <translation>在模型页面接受条款，然后把 HF_TOKEN 作为密钥交给任务。</translation>
    </message>
    <message>
        <source>One process did not reach this collective: it crashed, is stuck, or took a different code path. The ranks that report it are those that waited; check the others first.</source>
        <translation>有一个进程没有到达这次集合通信：它已退出、卡住，或走了另一条代码路径。报告此事的 rank 是在等待的一方；请先查看其余的 rank。</translation>
    </message>
    <message>
        <source>Look at the stacks of all ranks while it hangs, and at the first error of any rank. The flight recorder records which collective each rank was in; enable it before the next start.</source>
        <translation>趁它挂起时查看所有 rank 的调用栈，以及任一 rank 的第一个错误。flight recorder 会记下每个 rank 停在哪次集合通信；下次启动前请设置它。</translation>
    </message>
    <message>
        <source>A system call failed: a network interface without a connection, a port closed by a firewall, or too little shared memory.</source>
        <translation>系统调用失败：网卡不通、端口被防火墙关闭，或共享内存太小。</translation>
    </message>
    <message>
        <source>A CUDA call inside NCCL failed: GPU memory was full, a process had crashed, or the driver does not match.</source>
        <translation>NCCL 内部的 CUDA 调用失败：显存已满、某个进程已退出，或驱动不匹配。</translation>
    </message>
    <message>
        <source>Another process ended or the network failed; the first error is in another rank&apos;s lines.</source>
        <translation>另一个进程已退出或网络中断；第一个错误在其他 rank 的日志行里。</translation>
    </message>
    <message>
        <source>Usually the topology or the network could not be read, or an NCCL variable refers to something that does not exist.</source>
        <translation>多半是读不到拓扑或网络，或某个 NCCL 变量指向了不存在的东西。</translation>
    </message>
    <message>
        <source>The port that the program needs is in use.</source>
        <translation>程序要用的端口已被占用。</translation>
    </message>
    <message>
        <source>The port %1 that the program needs is in use.</source>
        <translation>程序要用的端口 %1 已被占用。</translation>
    </message>
    <message>
        <source>Another run, or a process left over from an earlier one, listens there; torchrun uses 29500 by default.</source>
        <translation>另一个运行或之前残留的进程正在监听；torchrun 若不另行指定总是使用 29500。</translation>
    </message>
    <message>
        <source>Let torchrun choose a free port (--standalone on one machine) or set another one; the command shows which program uses it.</source>
        <translation>让 torchrun 自己选空闲端口（单机用 --standalone），或指定另一个；用下面的命令查看是谁占用了它。</translation>
    </message>
    <message>
        <source>One of them was not started, the address of the first machine is wrong, or a firewall blocks the port between the machines.</source>
        <translation>其中一个没有启动、第一台机器的地址不对，或机器之间的端口被防火墙关闭。</translation>
    </message>
    <message>
        <source>Use the command on each other machine to check that MASTER_ADDR and the port can be reached; `yard machine check --nodes` only shows whether a name resolves.</source>
        <translation>在其他每台机器上用该命令检查能否连到 MASTER_ADDR 和端口；`yard machine check --nodes` 只能说明名称能否解析。</translation>
    </message>
    <message>
        <source>The lines above it in the log show where it was raised.</source>
        <translation>日志中它上面的几行说明了抛出的位置。</translation>
    </message>
    <message>
        <source>Usually an index out of range in a custom or fused kernel; the reported line is often not the one that caused it.</source>
        <translation>多半是自定义或融合 kernel 中的索引越界；报告的那一行往往不是出错的地方。</translation>
    </message>
    <message>
        <source>Run once with this variable, so that the error is reported where it happens; then with compute-sanitizer. If known-good code fails on one GPU only, check that GPU.</source>
        <translation>用这个变量再运行一次，错误就会在发生处报告；再用 compute-sanitizer 检查。如果正常的代码只在一块 GPU 上失败，请检查那块 GPU。</translation>
    </message>
    <message>
        <source>A label is outside the classes of the model; classes are counted from 0.</source>
        <translation>标签超出了模型的类别范围；类别从 0 开始编号。</translation>
    </message>
    <message>
        <source>An index is outside its table: a token beyond the vocabulary or a position beyond the maximum sequence length.</source>
        <translation>索引超出了它的表：token 超出词表，或位置超出最大序列长度。</translation>
    </message>
    <message>
        <source>Usually a label or an index out of range.</source>
        <translation>多半是标签或索引越界。</translation>
    </message>
    <message>
        <source>It was built before this GPU generation was released, or without it: libraries contain code only for certain GPUs.</source>
        <translation>它在这种 GPU 出现之前构建，或构建时未包含它：库里只有若干种 GPU 的代码。</translation>
    </message>
    <message>
        <source>Install a build for a newer CUDA; `yard compat check` shows which one works on this machine. Rebuild your own extensions.</source>
        <translation>安装面向更新 CUDA 的版本；`yard compat check` 会说明哪个适合这台机器。自己的扩展请重新编译。</translation>
    </message>
    <message>
        <source>The driver is too old for this framework: it supports programs up to CUDA %1.</source>
        <translation>驱动对这个框架来说太旧：它最高支持 CUDA %1 的程序。</translation>
    </message>
    <message>
        <source>Each driver supports CUDA up to one version; the framework comes with a newer one.</source>
        <translation>每个驱动只支持到某个 CUDA 版本；框架自带的更新。</translation>
    </message>
    <message>
        <source>Use a build for an older CUDA, or a machine with a newer driver; `yard compat check` lists them.</source>
        <translation>改用面向较旧 CUDA 的版本，或换驱动更新的机器；`yard compat check` 会列出它们。</translation>
    </message>
    <message>
        <source>Two parts of the driver have different versions: one in the kernel, another one found by the program.</source>
        <translation>驱动的两部分版本不一致：内核中是一个，程序找到的是另一个。</translation>
    </message>
    <message>
        <source>Machines with NVSwitch need the Fabric Manager in the same version as the driver.</source>
        <translation>带 NVSwitch 的机器需要与驱动同版本的 Fabric Manager。</translation>
    </message>
    <message>
        <source>The image contains a compatibility library that works on data-centre GPUs only.</source>
        <translation>镜像自带兼容库，它只适用于数据中心 GPU。</translation>
    </message>
    <message>
        <source>The image contains its own libcuda, or the driver was updated while the machine was running.</source>
        <translation>镜像自带 libcuda，或驱动在机器运行期间被更新过。</translation>
    </message>
    <message>
        <source>The driver was updated, but the old kernel module is still loaded.</source>
        <translation>驱动已更新，但内核模块仍是旧的。</translation>
    </message>
    <message>
        <source>Start the Fabric Manager, or return the machine.</source>
        <translation>启动 Fabric Manager，或退还这台机器。</translation>
    </message>
    <message>
        <source>Use an image for an older CUDA, or a machine with a newer driver.</source>
        <translation>改用面向较旧 CUDA 的镜像，或换驱动更新的机器。</translation>
    </message>
    <message>
        <source>Restart the machine; in a container, make sure that the image contains no libcuda.</source>
        <translation>重启机器；在容器中请确认镜像没有自带 libcuda。</translation>
    </message>
    <message>
        <source>The installer chose the CPU build, as it does if it finds no GPU.</source>
        <translation>安装程序选了 CPU 版本：找不到 GPU 时它会这样做。</translation>
    </message>
    <message>
        <source>Check whether the machine sees its GPUs, then how the container was started.</source>
        <translation>先看机器能否看到 GPU，再看容器是如何启动的。</translation>
    </message>
    <message>
        <source>On the host, systemd reloaded its units and removed the devices; this is a known problem of containers with systemd cgroups.</source>
        <translation>宿主机上的 systemd 重新加载了单元并收走了设备；这是 systemd cgroup 下容器的已知缺陷。</translation>
    </message>
    <message>
        <source>Start the container again and resume from the last good checkpoint.</source>
        <translation>重新启动容器，从最近一个完好的检查点继续。</translation>
    </message>
    <message>
        <source>The GPU&apos;s memory is faulty: it has an uncorrectable error.</source>
        <translation>GPU 的显存有故障：出现了无法纠正的错误。</translation>
    </message>
    <message>
        <source>This is a hardware fault. The results up to the last checkpoint are valid.</source>
        <translation>这是硬件问题。到最近一个检查点为止的结果是可信的。</translation>
    </message>
    <message>
        <source>Check the machine (`yard machine check`), then ask the provider for another one; resume elsewhere from the last good checkpoint.</source>
        <translation>检查机器（`yard machine check`），然后请供应商更换；在别处从最近一个完好的检查点继续。</translation>
    </message>
    <message>
        <source>A kernel on the GPU stopped without giving a reason.</source>
        <translation>GPU 上的一个 kernel 中断了，没有说明原因。</translation>
    </message>
    <message>
        <source>Usually an invalid address in a kernel; if known-good code fails on one GPU only, it is the hardware.</source>
        <translation>多半是 kernel 中的无效地址；如果正常的代码只在一块 GPU 上如此，则是硬件问题。</translation>
    </message>
    <message>
        <source>Look for an Xid in the kernel log at that time, and run once with compute-sanitizer.</source>
        <translation>在当时的内核日志中查找 Xid，并用 compute-sanitizer 运行一次。</translation>
    </message>
    <message>
        <source>According to the container engine, the machine&apos;s memory (not the GPU&apos;s) was full, or the container&apos;s limit was reached.</source>
        <translation>容器引擎如此报告：用尽的是机器内存（不是显存），或达到了容器的上限。</translation>
    </message>
    <message>
        <source>Use fewer data loader workers, load the data in parts, or use a machine with more memory.</source>
        <translation>减少数据加载进程、分批加载数据，或换内存更大的机器。</translation>
    </message>
    <message>
        <source>The run was killed with signal 9.</source>
        <translation>该运行被信号 9 终止。</translation>
    </message>
    <message>
        <source>If it was not killed by hand, it was usually the kernel, because memory ran out.</source>
        <translation>如果没有人手动终止，多半是内核因内存耗尽所为。</translation>
    </message>
    <message>
        <source>Check the kernel log on the machine.</source>
        <translation>请查看机器上的内核日志。</translation>
    </message>
    <message>
        <source>%1 ran out of memory: PyTorch needed %2 more.</source>
        <translation>%1 显存不足：PyTorch 还需要 %2。</translation>
    </message>
    <message>
        <source>%1 ran out of memory: PyTorch needed %2 more, %3 of %4 were free.</source>
        <translation>%1 显存不足：PyTorch 还需要 %2，而 %4 中只剩 %3。</translation>
    </message>
    <message>
        <source>Another process, %1, uses %2 on the same GPU.</source>
        <translation>另一个进程 %1 在同一块 GPU 上占用了 %2。</translation>
    </message>
    <message>
        <source>PyTorch holds %1 of unused memory in pieces that are too small: the memory is fragmented.</source>
        <translation>PyTorch 保留着 %1 未使用的显存，但都是太小的碎片：显存已碎片化。</translation>
    </message>
    <message>
        <source>Set this variable; it allows pieces to be merged.</source>
        <translation>设置这个变量，它能让碎片合并。</translation>
    </message>
    <message>
        <source>Model, gradients, optimizer and activations do not fit together.</source>
        <translation>模型、梯度、优化器和激活值加在一起放不下。</translation>
    </message>
    <message>
        <source>Halve the batch and double the accumulation steps, enable gradient checkpointing, or use GPUs with more memory; `yard estimate memory` shows what fits.</source>
        <translation>把 batch 减半并把梯度累积步数加倍、启用梯度检查点，或换显存更大的 GPU；`yard estimate memory` 会说明哪些放得下。</translation>
    </message>
    <message>
        <source>%1 ran out of memory: TensorFlow needed a tensor of shape [%2].</source>
        <translation>%1 显存不足：TensorFlow 需要形状为 [%2] 的张量。</translation>
    </message>
    <message>
        <source>The GPU ran out of memory: TensorFlow needed a tensor of shape [%1].</source>
        <translation>GPU 显存不足：TensorFlow 需要形状为 [%1] 的张量。</translation>
    </message>
    <message>
        <source>The first number of the shape is usually the batch size.</source>
        <translation>形状的第一个数字多半是 batch。</translation>
    </message>
    <message>
        <source>Reduce the batch size, or let TensorFlow allocate memory only as needed.</source>
        <translation>减小 batch，或让 TensorFlow 按需占用显存。</translation>
    </message>
    <message>
        <source>The GPU ran out of memory: XLA (JAX) needed %1 GiB.</source>
        <translation>GPU 显存不足：XLA（JAX）需要 %1 GiB。</translation>
    </message>
    <message>
        <source>JAX allocates three quarters of the memory at start; this is too little for a second process on the GPU, or for a larger program.</source>
        <translation>JAX 启动时占用四分之三的显存；同一 GPU 上的第二个进程不够用，更大的程序也是。</translation>
    </message>
    <message>
        <source>Make sure that nothing else runs on the GPU; reduce the batch size, or let JAX allocate memory only as needed.</source>
        <translation>确认 GPU 上没有其他程序；减小 batch，或让 JAX 按需占用显存。</translation>
    </message>
    <message>
        <source>The GPU&apos;s memory is full. Sometimes the cause is an earlier index out of range: run once with the variable below.</source>
        <translation>显存已满。有时其实是之前的索引越界：用下面的变量再运行一次。</translation>
    </message>
    <message>
        <source>Reduce the batch size. If memory was free, run with this variable: the error is then reported where it happens.</source>
        <translation>减小 batch。如果当时显存有空余，就用这个变量运行：错误会在发生处报告。</translation>
    </message>
    <message>
        <source>The kernel killed %1 (process %2), which used %3 GiB, because memory ran out.</source>
        <translation>内存耗尽，内核终止了占用 %3 GiB 的 %1（进程 %2）。</translation>
    </message>
    <message>
        <source>%1 (process %2) crashed in %3: it accessed invalid memory.</source>
        <translation>%1（进程 %2）在 %3 中崩溃：访问了不属于它的内存。</translation>
    </message>
    <message>
        <source>%1 (process %2) crashed: it accessed invalid memory.</source>
        <translation>%1（进程 %2）崩溃：访问了不属于它的内存。</translation>
    </message>
    <message>
        <source>Usually a compiled extension that was built for another version, sometimes a faulty memory module.</source>
        <translation>多半是针对其他版本编译的扩展，有时是内存条故障。</translation>
    </message>
    <message>
        <source>Run once with this variable: Python then shows where it was.</source>
        <translation>带上这个变量再运行一次：Python 会说明当时执行到哪里。</translation>
    </message>
    <message>
        <source>Use fewer data loader workers, and check the kernel log on the machine.</source>
        <translation>减少数据加载进程，并查看机器上的内核日志。</translation>
    </message>
    <message>
        <source>Data loader workers pass their batches through /dev/shm, and containers have 64 MiB of it by default.</source>
        <translation>数据加载进程通过 /dev/shm 传递 batch，而容器默认只有 64 MiB。</translation>
    </message>
    <message>
        <source>The learning rate is too high, half precision is used without loss scaling, a batch is empty or broken, or there is a division by zero.</source>
        <translation>学习率过高、半精度没有损失缩放、空的或损坏的 batch，或除以零。</translation>
    </message>
    <message>
        <source>Stop it: all further steps are lost. Resume from an earlier checkpoint with a lower learning rate, clipped gradients or bf16.</source>
        <translation>请停止：此后的每一步都是浪费。从它之前的检查点继续，并降低学习率、裁剪梯度或改用 bf16。</translation>
    </message>
    <message>
        <source>Checkpoints and caches grow until it is full. The file that was being written is incomplete.</source>
        <translation>检查点和缓存不断增长直到写满。正在写入的文件不完整。</translation>
    </message>
    <message>
        <source>Delete what you do not need (the command lists the largest folders), keep fewer checkpoints, then resume from the last good one.</source>
        <translation>删除不需要的内容（用命令查看最大的文件夹），少保留些检查点，再从最近一个完好的继续。</translation>
    </message>
    <message>
        <source>Your disk quota is used up.</source>
        <translation>你的磁盘配额已用完。</translation>
    </message>
    <message>
        <source>The file system has a quota per user; the disk itself may have space.</source>
        <translation>文件系统对每个用户有配额；磁盘本身可能还有空间。</translation>
    </message>
    <message>
        <source>Delete what you do not need, or write to another file system.</source>
        <translation>删除不需要的内容，或写到另一个文件系统。</translation>
    </message>
    <message>
        <source>A checkpoint could not be written completely.</source>
        <translation>检查点没能写完。</translation>
    </message>
    <message>
        <source>Usually the disk or the quota is full, or a network file system failed.</source>
        <translation>多半是磁盘或配额已满，或网络文件系统中断。</translation>
    </message>
    <message>
        <source>Free up space, then resume from the last complete checkpoint; `yard checkpoint list` shows which one that is.</source>
        <translation>腾出空间，然后从最近一个完整的检查点继续；`yard checkpoint list` 会说明是哪个。</translation>
    </message>
    <message>
        <source>It is not installed in the environment used, or it is one of your own files and the working folder is wrong.</source>
        <translation>运行的环境里没有安装它，或者它是你自己的文件而工作目录不对。</translation>
    </message>
    <message>
        <source>The program was built for a different CUDA version than the environment has.</source>
        <translation>程序面向的 CUDA 版本与环境中的不同。</translation>
    </message>
    <message>
        <source>Install builds of the framework and its extensions for the same CUDA; `yard compat check` shows which one works.</source>
        <translation>安装面向同一 CUDA 的框架和扩展；`yard compat check` 会说明哪个合适。</translation>
    </message>
    <message>
        <source>Install the package that contains it in the image.</source>
        <translation>在镜像中安装包含它的软件包。</translation>
    </message>
    <message>
        <source>The run has no permission to open %1.</source>
        <translation>该运行无权打开 %1。</translation>
    </message>
    <message>
        <source>The run has no permission to open a file.</source>
        <translation>该运行无权打开某个文件。</translation>
    </message>
    <message>
        <source>Change the owner of the folder, or write to another one.</source>
        <translation>把文件夹的所有权改为自己，或写到别处。</translation>
    </message>
    <message>
        <source>The path is relative to another folder, or the data was not copied there.</source>
        <translation>路径是相对另一个文件夹的，或数据没有复制过去。</translation>
    </message>
    <message>
        <source>With PyTorch&apos;s default sharing, each batch waiting in a data loader holds open files.</source>
        <translation>在 PyTorch 默认的共享方式下，数据加载器中等待的每个 batch 都占用文件。</translation>
    </message>
    <message>
        <source>The tokenizer uses only one thread from here on.</source>
        <translation>从这里起分词器只用一个线程。</translation>
    </message>
    <message>
        <source>It was used before the data loader forked its workers, and turned off its threads to prevent a deadlock. The run continues, with slower tokenizing.</source>
        <translation>它在数据加载器 fork 之前被使用过；为避免死锁它关闭了多线程。运行会继续，只是分词变慢。</translation>
    </message>
    <message>
        <source>Tokenize before training, or set this variable to hide the message.</source>
        <translation>在训练前完成分词，或设置这个变量让它不再提示。</translation>
    </message>
    <message>
        <source>Hugging Face does not give this account access to %1.</source>
        <translation>Hugging Face 不向这个账号提供 %1。</translation>
    </message>
    <message>
        <source>Its owner requires accepting the terms, and the machine must be logged in with the account that accepted them.</source>
        <translation>所有者要求先接受条款，且机器必须以接受条款的账号登录。</translation>
    </message>
</context>
<context>
    <name>trainyard::ExplainCards</name>
    <message>
        <source>What went wrong</source>
        <translation>出了什么问题</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Show the line</source>
        <translation>显示该行</translation>
    </message>
    <message>
        <source>Copy this finding</source>
        <translation>复制这条结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>不再显示</translation>
    </message>
    <message>
        <source>Cause and fix</source>
        <translation>原因与处理办法</translation>
    </message>
    <message>
        <source>Based on: %1</source>
        <translation>依据：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::ExporterCommand</name>
    <message>
        <source>Anyone who can reach this address can read the names and load of your machines.</source>
        <translation>能访问此地址的任何人都能看到你的机器名称和负载。</translation>
    </message>
    <message>
        <source>Name one run, or a machine with --machine; leave both out for all machines.</source>
        <translation>请给出一个运行，或用 --machine 指定一台机器；不给出则为全部机器。</translation>
    </message>
    <message>
        <source>--listen takes an address of this computer and a port, for example 127.0.0.1:9400.</source>
        <translation>--listen 需要本机的一个地址和端口，例如 127.0.0.1:9400。</translation>
    </message>
    <message>
        <source>Prometheus can read the metrics there. Press Ctrl+C to stop.</source>
        <translation>Prometheus 可在此读取指标。按 Ctrl+C 停止。</translation>
    </message>
    <message>
        <source>Serves metrics of machines and runs to Prometheus at http://127.0.0.1:9400/metrics until Ctrl+C.</source>
        <translation>在 http://127.0.0.1:9400/metrics 向 Prometheus 提供机器和运行的指标，直到按下 Ctrl+C。</translation>
    </message>
    <message>
        <source>Port %1 of this computer is in use. Choose another one with --listen.</source>
        <translation>本机端口 %1 已被占用：请用 --listen 另选一个。</translation>
    </message>
    <message>
        <source>This computer cannot listen on %1. Check the address.</source>
        <translation>本机无法监听 %1：请检查该地址。</translation>
    </message>
</context>
<context>
    <name>trainyard::FactsBar</name>
    <message>
        <source>Facts of the run</source>
        <translation>运行概况</translation>
    </message>
</context>
<context>
    <name>trainyard::FileCommands</name>
    <message>
        <source>Comparing both sides</source>
        <translation>正在比对两端</translation>
    </message>
    <message>
        <source>--connections takes a number from 1 to 8.</source>
        <translation>--connections 需要 1 到 8 之间的数字。</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比对</translation>
    </message>
    <message>
        <source>Name a machine and a folder on it.</source>
        <translation>请写明机器和其上的文件夹。</translation>
    </message>
    <message>
        <source>%1 %   connection lost, reconnecting</source>
        <translation>%1 %   连接已断开，正在重新连接</translation>
    </message>
    <message>
        <source>Reading the list of files</source>
        <translation>正在读取文件列表</translation>
    </message>
    <message>
        <source>Name a machine and the file or folder to copy.</source>
        <translation>请写明机器和要复制的内容。</translation>
    </message>
    <message>
        <source>Files that were already copied are kept. Run the same command again to continue.</source>
        <translation>已复制的内容会保留。再次执行同一命令即可继续。</translation>
    </message>
    <message>
        <source>Skipped, because it is not a regular file: %1</source>
        <translation>已略过，因为它不是普通文件：%1</translation>
    </message>
    <message>
        <source>SHA-256 matches on both sides</source>
        <translation>两端 SHA-256 一致</translation>
    </message>
    <message>
        <source>read back, content matches</source>
        <translation>已读回，内容一致</translation>
    </message>
    <message>
        <source>sizes match; the machine has no sha256sum</source>
        <translation>大小一致；机器上没有 sha256sum</translation>
    </message>
    <message>
        <source>MD5 matches on both sides</source>
        <translation>两端 MD5 一致</translation>
    </message>
    <message>
        <source>Copies a file or folder to a machine. REMOTE is its name there, or, with a slash at the end, the destination folder.</source>
        <translation>将文件或文件夹复制到机器。REMOTE 是它在机器上的名称；末尾带斜杠时为目标文件夹。</translation>
    </message>
    <message>
        <source>Copies a file or folder from a machine. LOCAL is its name on this computer, or, with a slash at the end, the destination folder.</source>
        <translation>从机器复制文件或文件夹。LOCAL 是它在本机上的名称；末尾带斜杠时为目标文件夹。</translation>
    </message>
    <message>
        <source>Lists a folder on a machine.</source>
        <translation>列出机器上的一个文件夹。</translation>
    </message>
</context>
<context>
    <name>trainyard::FilesModel</name>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>trainyard::FilesSection</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Working directory on this computer</source>
        <translation>这台电脑上的工作目录</translation>
    </message>
    <message>
        <source>Path on the machine</source>
        <translation>机器上的路径</translation>
    </message>
    <message>
        <source>File or folder on this computer</source>
        <translation>这台电脑上的文件或文件夹</translation>
    </message>
    <message>
        <source>Add a file or folder</source>
        <translation>添加文件或文件夹</translation>
    </message>
    <message>
        <source>Further files and folders</source>
        <translation>其他文件和文件夹</translation>
    </message>
    <message>
        <source>Folder on the machine</source>
        <translation>机器上的文件夹</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Folders of TensorBoard event files</source>
        <translation>TensorBoard 事件文件的文件夹</translation>
    </message>
    <message>
        <source>In addition to the working directory and the checkpoint directory, which are searched anyway.</source>
        <translation>工作目录和检查点目录总会查找，这里是另外的。</translation>
    </message>
    <message>
        <source>Path in the container</source>
        <translation>容器内的路径</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Folders of the machine</source>
        <translation>机器上的文件夹</translation>
    </message>
    <message>
        <source>Mounted where the command sees them. Nothing is copied.</source>
        <translation>挂载到命令能看到的位置，不复制任何内容。</translation>
    </message>
    <message>
        <source>Copied to the machine, where the command starts in it. Without one, nothing is copied. The address of a Git repository, like https://host/name.git#branch, is fetched here first.</source>
        <translation>复制到机器上，命令在其中启动。留空则不复制任何内容。如果填写 Git 仓库地址（如 https://host/name.git#branch），会先在本机获取。</translation>
    </message>
</context>
<context>
    <name>trainyard::Follow</name>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 已被停止。</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2.</source>
        <translation>%1 被信号 %2 结束。</translation>
    </message>
    <message>
        <source>%1 failed with exit code %2.</source>
        <translation>%1 失败，退出码 %2。</translation>
    </message>
    <message>
        <source>%1 reached its time limit of %2 hours and was ended.</source>
        <translation>%1 达到 %2 小时的时限，已被结束。</translation>
    </message>
    <message>
        <source>%1 was moved to the trash by the task&apos;s retention rules.</source>
        <translation>%1 已按任务的保留规则移入回收站。</translation>
    </message>
    <message>
        <source>The log was replaced on the machine and is shown from its beginning. The earlier log is kept next to %1.</source>
        <translation>机器上的日志已被替换，现从头显示。原有内容保存在 %1 旁边。</translation>
    </message>
</context>
<context>
    <name>trainyard::Forecast</name>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>about %1 to %2</source>
        <translation>约 %1 至 %2</translation>
    </message>
</context>
<context>
    <name>trainyard::Format</name>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It is being written right now.</source>
        <translation>正在写入。</translation>
    </message>
    <message>
        <source>Its list of tensors breaks the format&apos;s rules: %1.</source>
        <translation>张量列表不符合格式：%1。</translation>
    </message>
    <message>
        <source>The file ends early: %1 of %2 bytes.</source>
        <translation>文件提前结束：%2 字节中只有 %1 字节。</translation>
    </message>
    <message>
        <source>Its directory breaks the format&apos;s rules: %1.</source>
        <translation>目录不符合格式：%1。</translation>
    </message>
    <message>
        <source>The file ends early: its directory is missing.</source>
        <translation>文件提前结束：缺少目录。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>min</source>
        <comment>minutes</comment>
        <translation>分钟</translation>
    </message>
    <message>
        <source>h</source>
        <comment>hours</comment>
        <translation>小时</translation>
    </message>
    <message>
        <source>d</source>
        <comment>days</comment>
        <translation>天</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>day and month of this year, as QLocale::toString takes them</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>It can start programs.</source>
        <translation>它能启动程序。</translation>
    </message>
    <message>
        <source>It can read, write or delete files.</source>
        <translation>它能读取、写入或删除文件。</translation>
    </message>
    <message>
        <source>It can talk to other computers.</source>
        <translation>它能与其他计算机通信。</translation>
    </message>
    <message>
        <source>It can change the program that loads the file.</source>
        <translation>它能改变加载该文件的程序。</translation>
    </message>
    <message>
        <source>It breaks the rules of its format: %1.</source>
        <translation>它不符合自身格式的规则：%1。</translation>
    </message>
    <message>
        <source>%1, byte %2</source>
        <translation>%1，第 %2 字节</translation>
    </message>
    <message>
        <source>%1 Loading the file calls it: %2</source>
        <translation>%1加载该文件会调用它：%2</translation>
    </message>
    <message>
        <source>Loading the file changes it for the whole program.</source>
        <translation>加载该文件会为整个程序改变它。</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>另有 %n 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>protocol %1 of pickle</source>
        <translation>pickle 协议 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) missing: %1.</source>
        <translation>
            <numerusform>缺少 %n 个文件：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1”, which is written last, is missing.</source>
        <translation>缺少最后写入的“%1”。</translation>
    </message>
    <message>
        <source>The file ends early, within its list of tensors.</source>
        <translation>文件提前结束，断在张量列表里。</translation>
    </message>
    <message>
        <source>%1 more parts</source>
        <translation>另外 %1 个分片</translation>
    </message>
    <message>
        <source>The file ends early.</source>
        <translation>文件提前结束。</translation>
    </message>
    <message>
        <source>%1 of %2 parts of the optimizer&apos;s state</source>
        <translation>优化器状态的 %2 个部分中的 %1 个</translation>
    </message>
    <message>
        <source>numpy.load refuses this array by default (allow_pickle).</source>
        <translation>numpy.load 默认拒绝此数组（allow_pickle）。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2.</source>
        <translation>%1 已损坏：%2。</translation>
    </message>
    <message>
        <source>Its directory breaks the format&apos;s rules at %1: %2.</source>
        <translation>其目录在 %1 处不符合格式规则：%2。</translation>
    </message>
    <message>
        <source>%1 is damaged: its size is wrong.</source>
        <translation>%1 已损坏：大小不对。</translation>
    </message>
    <message>
        <source>%1 is damaged: its checksum is wrong.</source>
        <translation>%1 已损坏：校验和不对。</translation>
    </message>
    <message>
        <source>A tensor is described wrongly: %1.</source>
        <translation>有张量的描述有误：%1。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes instead of %3.</source>
        <translation>%1 有 %2 字节，应为 %3 字节。</translation>
    </message>
    <message>
        <source>%1 of %2 storages are missing.</source>
        <translation>%2 个存储中缺少 %1 个。</translation>
    </message>
    <message>
        <source>Its end was never written: the last bytes are zeros.</source>
        <translation>它的末尾从未写入：最后的字节全是零。</translation>
    </message>
    <message>
        <source>The file ends early: %1 of %2 storages are there.</source>
        <translation>文件提前结束：%2 个存储中有 %1 个。</translation>
    </message>
    <message>
        <source>torch.load refuses this file by default (weights_only), because of %1.</source>
        <translation>torch.load 默认（weights_only）拒绝此文件，原因：%1。</translation>
    </message>
    <message>
        <source>The file ends early, before its tensors.</source>
        <translation>文件提前结束，尚未到达张量。</translation>
    </message>
    <message>
        <source>The file ends early: %1 of %2 bytes, %3 of %4 storages.</source>
        <translation>文件提前结束：%2 字节中有 %1 字节，%4 个存储中有 %3 个。</translation>
    </message>
    <message>
        <source>%1, from byte %2 on</source>
        <translation>%1，从第 %2 字节起</translation>
    </message>
    <message>
        <source>The file ends early: %1 is missing.</source>
        <translation>文件提前结束：缺少 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) of the index are in none of its files: %1.</source>
        <translation>
            <numerusform>索引中有 %n 个张量不在任何文件里：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>缺少 %1。</translation>
    </message>
    <message>
        <source>min</source>
        <comment>minutes and seconds</comment>
        <extracomment>before seconds: &quot;2 min 5 s&quot;</extracomment>
        <translation>分</translation>
    </message>
    <message>
        <source>Not all of its tensors are listed.</source>
        <translation>没有列出它的全部张量。</translation>
    </message>
    <message>
        <source>&lt; %1</source>
        <extracomment>an amount that is above nothing and below a cent: &quot;&lt; 0.01 USD&quot;</extracomment>
        <translation>&lt; %1</translation>
    </message>
    <message>
        <source>%1 is damaged: it must say “little” or “big”.</source>
        <translation>%1 已损坏：内容必须是 “little” 或 “big”。</translation>
    </message>
    <message>
        <source>It is a zip file, but not one of a known kind of checkpoint.</source>
        <translation>这是 zip 文件，但不是已知类型的检查点。</translation>
    </message>
    <message>
        <source>It is not a list of shards, or only the beginning of one.</source>
        <translation>这不是分片列表，或者只有列表的开头。</translation>
    </message>
    <message>
        <source>It is not a list of tensors, or only the beginning of one.</source>
        <translation>这不是张量列表，或者只有列表的开头。</translation>
    </message>
    <message>
        <source>What follows is not a pickle.</source>
        <translation>其后的内容不是 pickle。</translation>
    </message>
    <message>
        <source>“%1”, which records the finished step, could not be read.</source>
        <translation>“%1”记录了已完成到哪一步，但无法读取。</translation>
    </message>
    <message>
        <source>“%1” still refers to it.</source>
        <translation>但“%1”仍指向它。</translation>
    </message>
    <message>
        <source>“%1” refers to an earlier step: this one was not finished.</source>
        <translation>“%1”指向更早的步：这一步没有写完。</translation>
    </message>
    <message>
        <source>It is unfinished: writing stopped halfway.</source>
        <translation>没有写完：写入中途停止了。</translation>
    </message>
    <message>
        <source>There are too many checkpoints to inspect all of them. Inspect this one separately.</source>
        <translation>检查点太多，无法全部查看：请单独查看这一个。</translation>
    </message>
    <message>
        <source>The model is complete; the optimizer state was not saved.</source>
        <translation>模型完整；没有保存优化器状态。</translation>
    </message>
    <message>
        <source>It changed less than a minute ago and may still be being written.</source>
        <translation>它在一分钟内有改动，可能仍在写入。</translation>
    </message>
    <message>
        <source>It is too large to inspect from here.</source>
        <translation>它太大，无法在此处查看。</translation>
    </message>
    <message>
        <source>It is not a PyTorch file.</source>
        <translation>它不是 torch 的文件。</translation>
    </message>
    <message>
        <source>It is packed in an unsupported way.</source>
        <translation>它的打包方式在此处无法读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) were not inspected: they are missing, or too many.</source>
        <translation>
            <numerusform>其中 %n 个部分没有查看：它们缺失，或数量太多。</numerusform>
        </translation>
    </message>
    <message>
        <source>All pieces in its list are present.</source>
        <translation>列表中的每一块都在。</translation>
    </message>
    <message>
        <source>It is a Git LFS pointer, not the file itself. Fetch the file with “git lfs pull”.</source>
        <translation>这是 Git LFS 指针，不是文件本身：请用 git lfs pull 取回。</translation>
    </message>
    <message>
        <source>It is a web page or an error message, not a checkpoint. Download it again.</source>
        <translation>这是网页或错误信息，不是检查点：请重新下载。</translation>
    </message>
    <message>
        <source>It begins with zeros only; its content was never written.</source>
        <translation>开头全是零：内容从未写入。</translation>
    </message>
    <message>
        <source>The file changed while it was read. Try again in a moment.</source>
        <translation>读取时文件有变化：请稍后再看。</translation>
    </message>
    <message>
        <source>The format is unknown, so whether the file is complete is unknown.</source>
        <translation>不认识这种格式，无法判断是否完整。</translation>
    </message>
    <message>
        <source>It is a GGUF file with the other byte order, which is not supported.</source>
        <translation>这是另一种字节序的 GGUF 文件，不做查看。</translation>
    </message>
    <message>
        <source>All listed tensors are present.</source>
        <translation>列出的张量都在。</translation>
    </message>
    <message>
        <source>It is an unknown kind of HDF5 file.</source>
        <translation>这是一种不认识的 HDF5 文件。</translation>
    </message>
    <message>
        <source>It is still open for writing, or was never closed by the program that wrote it.</source>
        <translation>文件仍在写入，或者写入者没有关闭它。</translation>
    </message>
    <message>
        <source>The file has the length that it states.</source>
        <translation>文件长度与其自身所述一致。</translation>
    </message>
    <message>
        <source>It is a program; some loaders run it if told to trust this folder.</source>
        <translation>这是程序：有些加载器在被告知信任该文件夹时会运行它。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not inspected: together they are too large to read from here.</source>
        <translation>
            <numerusform>%n 个文件没有查看：合起来太多，无法在这里读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in it can be inspected.</source>
        <translation>里面没有可以查看的内容。</translation>
    </message>
    <message>
        <source>A Keras model can contain its own code in Lambda layers; HDF5 files are not searched for it.</source>
        <translation>Keras 模型的 Lambda 层可能自带代码，在 HDF5 文件中不做查找。</translation>
    </message>
    <message>
        <source>It has its final name, and all its files are present.</source>
        <translation>已改为最终名称，所属文件都在。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) are in another file than the index says: %1.</source>
        <translation>
            <numerusform>%n 个张量所在的文件与索引不符：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be read, so it is unknown whether it contains code.</source>
        <translation>无法读取，因此无法判断是否含有代码。</translation>
    </message>
    <message>
        <source>A Lambda layer contains Python code, which runs when the model is used.</source>
        <translation>Lambda 层保存着 Python 代码，使用模型时会运行。</translation>
    </message>
    <message>
        <source>It can run any code that comes with the file.</source>
        <translation>它能运行文件自带的任意代码。</translation>
    </message>
    <message>
        <source>Loading it imports a module that is not part of Keras.</source>
        <translation>加载时会导入不属于 Keras 的模块。</translation>
    </message>
    <message>
        <source>It is also a pickle, and a loader that goes by this name loads the pickle.</source>
        <translation>它同时也是一个 pickle；以这个名称加载时，读取的正是该 pickle。</translation>
    </message>
    <message>
        <source>All records are present. Its tensors are not listed.</source>
        <translation>所有记录都在。不列出其中的张量。</translation>
    </message>
    <message>
        <source>It refers to a piece outside its own folder.</source>
        <translation>它指向自身文件夹以外的分片。</translation>
    </message>
    <message>
        <source>Its list of tensors is too large to inspect from here.</source>
        <translation>它的张量列表太大，无法从这里查看。</translation>
    </message>
    <message>
        <source>It is complete.</source>
        <translation>它是完整的。</translation>
    </message>
    <message>
        <source>Its list of tensors differs from what PyTorch writes.</source>
        <translation>它的张量列表与 torch 写出的不同。</translation>
    </message>
    <message>
        <source>It refers to a file outside its folder.</source>
        <translation>它指向文件夹之外的文件。</translation>
    </message>
    <message>
        <source>No permission to read the folder “%1”, so its state is unknown. Check its permissions.</source>
        <translation>无权读取文件夹“%1”，因此无法判断：请检查其权限。</translation>
    </message>
    <message>
        <source>All records are present.</source>
        <translation>所有记录都在。</translation>
    </message>
    <message>
        <source>It contains more tensors than are listed here.</source>
        <translation>它包含的张量多于此处列出的数量。</translation>
    </message>
    <message>
        <source>%1 is too large to inspect from here.</source>
        <translation>%1 太大，无法从这里查看。</translation>
    </message>
    <message>
        <source>It contains a data type of unknown size.</source>
        <translation>它包含大小未知类型的数据。</translation>
    </message>
    <message>
        <source>The file ends early: it contains no model.</source>
        <translation>文件提前结束：里面没有模型。</translation>
    </message>
    <message>
        <source>The data of its tensors is in %1, which was not inspected.</source>
        <translation>它的张量数据位于 %1，该文件没有查看。</translation>
    </message>
    <message>
        <source>Its index is too large to inspect from here.</source>
        <translation>索引太大，无法在这里查看。</translation>
    </message>
    <message>
        <source>%1 could refer to several of its records.</source>
        <translation>%1 可能指其中的多条记录。</translation>
    </message>
    <message>
        <source>torch may load a different record from the one inspected here.</source>
        <translation>torch 加载的记录可能不是这里查看的那一条。</translation>
    </message>
    <message>
        <source>Its directory is too large to inspect from here.</source>
        <translation>目录太大，无法在这里查看。</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) follow after its end.</source>
        <translation>
            <numerusform>其末尾之后还有 %n 字节。</numerusform>
        </translation>
    </message>
    <message>
        <source>All storages are present.</source>
        <translation>所有存储都在。</translation>
    </message>
    <message>
        <source>Files of torch 0.1 are not read if they are this large.</source>
        <translation>torch 0.1 的文件过大时不会读取。</translation>
    </message>
    <message>
        <source>Its structure differs from what torch writes, so it is unknown what loading it runs.</source>
        <translation>它的结构与 torch 生成的不同，因此无法判断加载时会运行什么。</translation>
    </message>
    <message>
        <source>It is a zip file without torch&apos;s data.pkl, so it is not a torch checkpoint.</source>
        <translation>这个 zip 文件里没有 torch 的 data.pkl，不是 torch 检查点。</translation>
    </message>
    <message>
        <source>It is not part of torch: loading imports its module.</source>
        <translation>它不属于 torch 自身：加载时会导入它所在的模块。</translation>
    </message>
    <message>
        <source>It can load another pickle, which was not inspected.</source>
        <translation>它能加载另一个未经查看的 pickle。</translation>
    </message>
    <message>
        <source>It refers to an object by a number that only the computer loading it can resolve.</source>
        <translation>它用编号指代某个对象，只有加载它的计算机才知道是什么。</translation>
    </message>
    <message>
        <source>It is too large to inspect completely: %1.</source>
        <translation>它太大，无法完整查看：%1。</translation>
    </message>
    <message>
        <source>It ends early, so the rest of its content is unknown.</source>
        <translation>它提前结束，无法得知其中还有什么。</translation>
    </message>
    <message>
        <source>It is a function, not data, and its effect is unknown.</source>
        <translation>它是函数而不是数据，这里不知道它会做什么。</translation>
    </message>
    <message>
        <source>It calls an object that it creates itself, so its name is unknown.</source>
        <translation>它调用自己生成的对象，因此无法得知其名称。</translation>
    </message>
    <message>
        <source>It is in the place of a tensor type, and old versions of torch call what they find there.</source>
        <translation>它出现在张量类型的位置，而旧版 torch 会调用该位置上的对象。</translation>
    </message>
    <message>
        <source>It refers to an object by a text, which no checkpoint does.</source>
        <translation>它用文本索取对象，检查点不会这样做。</translation>
    </message>
    <message>
        <source>It states its protocol in the middle, which no program that writes pickles does.</source>
        <translation>它在中途声明协议版本，正常的写入程序不会这样做。</translation>
    </message>
</context>
<context>
    <name>trainyard::FrameworkRules</name>
    <message>
        <source>PyTorch %1</source>
        <translation>PyTorch %1</translation>
    </message>
    <message>
        <source>On Windows, pip installs a build of %1 for the CPU unless an index is named: it uses no GPU.</source>
        <translation>在 Windows 上，若不指定索引，pip 安装的是 %1 的 CPU 版本：不使用 GPU。</translation>
    </message>
    <message>
        <source>This is the build of %1 for the CPU: it uses no GPU.</source>
        <translation>这是 %1 的 CPU 版本：不使用 GPU。</translation>
    </message>
    <message>
        <source>There is no build of %1 for %2: published are %3.</source>
        <translation>%1 没有适用于 %2 的构建：已发布的有 %3。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The %1 build of %2 has code for %3.</source>
        <translation>%2 的 %1 构建含有适用于 %3 的代码。</translation>
    </message>
    <message>
        <source>`pip install torch==%1` installs the build for CUDA %2.</source>
        <translation>`pip install torch==%1` 安装的是 CUDA %2 的构建。</translation>
    </message>
    <message>
        <source>TensorFlow %1</source>
        <translation>TensorFlow %1</translation>
    </message>
    <message>
        <source>TensorFlow uses no GPU on Windows itself since 2.11. WSL 2 is the way there.</source>
        <translation>自 2.11 起，TensorFlow 不能直接在 Windows 上使用 GPU，需要 WSL 2。</translation>
    </message>
    <message>
        <source>%1 was built with CUDA %2 and cuDNN %3, not with CUDA %4.</source>
        <translation>%1 用 CUDA %2 和 cuDNN %3 构建，不是 CUDA %4。</translation>
    </message>
    <message>
        <source>Built with CUDA %1: %2.</source>
        <translation>用 CUDA %1 构建的有：%2。</translation>
    </message>
    <message>
        <source>The pair is not the tested one.</source>
        <translation>这不是经过测试的组合。</translation>
    </message>
    <message>
        <source>It does not find the libraries of another CUDA major.</source>
        <translation>它找不到另一个 CUDA 主版本的库。</translation>
    </message>
    <message>
        <source>JAX %1</source>
        <translation>JAX %1</translation>
    </message>
    <message>
        <source>JAX uses no GPU on Windows itself.</source>
        <translation>JAX 不能直接在 Windows 上使用 GPU。</translation>
    </message>
    <message>
        <source>%1 and newer</source>
        <translation>%1 及更新</translation>
    </message>
    <message>
        <source>There are no wheels of %1 for %2: they are for CUDA %3.</source>
        <translation>%1 没有适用于 %2 的 wheel：它们适用于 CUDA %3。</translation>
    </message>
    <message>
        <source>%1 (CUDA %2)</source>
        <translation>%1（CUDA %2）</translation>
    </message>
    <message>
        <source>%1 %2 is not among the known releases (as of %3).</source>
        <translation>%1 %2 不在查过的版本之中（截至 %3）。</translation>
    </message>
    <message>
        <source>It is unknown which build of %1 pip installs: name one of %2, like --torch %3+%4.</source>
        <translation>pip 会安装 %1 的哪个构建尚不清楚：请指定 %2 之一，如 --torch %3+%4。</translation>
    </message>
    <message>
        <source>No source says whether %1 has a build for GPUs on Arm.</source>
        <translation>没有任何来源说明 %1 是否有适用于 Arm 上 GPU 的构建。</translation>
    </message>
    <message>
        <source>It is unknown whether %1 has the build %2; it exists from %3 on.</source>
        <translation>%1 是否有 %2 构建尚不清楚；自 %3 起有。</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuChecks</name>
    <message>
        <source>The GPU at %1 must be reset before it works again.</source>
        <translation>位于 %1 的 GPU 须先复位才能再用。</translation>
    </message>
    <message>
        <source>The GPU at %1 is lost: it no longer answers on the bus.</source>
        <translation>位于 %1 的 GPU 已丢失：它在总线上不再应答。</translation>
    </message>
    <message>
        <source>The GPU at %1 cannot be reached.</source>
        <translation>位于 %1 的 GPU 无法访问。</translation>
    </message>
    <message>
        <source>%1 is lost: it no longer answers on the bus.</source>
        <translation>%1 已丢失：它在总线上不再应答。</translation>
    </message>
    <message>
        <source>%1 must be reset before it works again.</source>
        <translation>%1 须先复位才能再用。</translation>
    </message>
    <message>
        <source>MIG is %1 and will be %2 after a reset.</source>
        <translation>MIG 现为 %1，复位后将为 %2。</translation>
    </message>
    <message>
        <source>MIG is off; a program has the whole GPU.</source>
        <translation>MIG 已关闭；一个程序可用整块 GPU。</translation>
    </message>
    <message>
        <source>MIG is on; its instances could not be listed.</source>
        <translation>MIG 已开启；无法列出它的实例。</translation>
    </message>
    <message>
        <source>MIG is on, but there is no instance: no program can use this GPU.</source>
        <translation>MIG 已开启，但没有实例：任何程序都用不了这块 GPU。</translation>
    </message>
    <message>
        <source>Make instances, or turn MIG off.</source>
        <translation>建立实例，或关闭 MIG。</translation>
    </message>
    <message>
        <source>MIG is on with %1 instances: %2.</source>
        <translation>MIG 已开启，有 %1 个实例：%2。</translation>
    </message>
    <message>
        <source>With MIG on, programs see instances, not the GPU, and NCCL does not join them.</source>
        <translation>MIG 开启时，程序看到的是实例而不是 GPU，NCCL 不会把它们连起来。</translation>
    </message>
    <message>
        <source>persistence mode is on.</source>
        <translation>持久模式已开启。</translation>
    </message>
    <message>
        <source>persistence mode is off.</source>
        <translation>持久模式已关闭。</translation>
    </message>
    <message>
        <source>it has joined the NVSwitch fabric.</source>
        <translation>它已加入 NVSwitch 结构。</translation>
    </message>
    <message>
        <source>it has not joined the NVSwitch fabric: %1, %2.</source>
        <translation>它没有加入 NVSwitch 结构：%1，%2。</translation>
    </message>
    <message>
        <source>Start the fabric manager in the version of the driver.</source>
        <translation>启动与驱动同版本的 fabric manager。</translation>
    </message>
    <message>
        <source>On machines with NVSwitch CUDA does not start before it (error 802).</source>
        <translation>在带 NVSwitch 的机器上，加入之前 CUDA 无法启动（错误 802）。</translation>
    </message>
    <message>
        <source>ECC is %1 and will be %2 after a reset.</source>
        <translation>ECC 现为 %1，复位后将为 %2。</translation>
    </message>
    <message>
        <source>ECC is on.</source>
        <translation>ECC 已开启。</translation>
    </message>
    <message>
        <source>replacing a bad memory row failed.</source>
        <translation>替换坏内存行失败。</translation>
    </message>
    <message>
        <source>%1 memory rows were replaced after errors (more than %2).</source>
        <translation>有 %1 个内存行在出错后被替换（多于 %2）。</translation>
    </message>
    <message>
        <source>a bad memory row waits for a reset to be replaced.</source>
        <translation>有一个坏内存行等待复位后替换。</translation>
    </message>
    <message>
        <source>Reset it between two jobs.</source>
        <translation>在两个任务之间复位它。</translation>
    </message>
    <message>
        <source>%1 memory rows replaced, none waiting.</source>
        <translation>已替换 %1 个内存行，没有等待替换的。</translation>
    </message>
    <message>
        <source>no memory row waits to be replaced.</source>
        <translation>没有内存行等待替换。</translation>
    </message>
    <message>
        <source>%1 memory pages are retired (%2 or more: the table is full).</source>
        <translation>有 %1 个内存页被停用（%2 或更多：表已满）。</translation>
    </message>
    <message>
        <source>%1 memory pages are retired, and more wait for a reset.</source>
        <translation>有 %1 个内存页被停用，还有一些等待复位。</translation>
    </message>
    <message>
        <source>%1 memory pages are retired.</source>
        <translation>有 %1 个内存页被停用。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a value: why it is not told</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>persistence mode</source>
        <translation>持久模式</translation>
    </message>
    <message>
        <source>NVLink fabric</source>
        <translation>NVLink 网络</translation>
    </message>
    <message>
        <source>ECC errors</source>
        <translation>ECC 错误</translation>
    </message>
    <message>
        <source>remapped rows</source>
        <translation>已重映射的内存行</translation>
    </message>
    <message>
        <source>retired pages</source>
        <translation>已停用的内存页</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 MiB used)</source>
        <translation>%1（已用 %2 / %3 MiB）</translation>
    </message>
    <message>
        <source>not provided: this GPU or driver does not support it (N/A).</source>
        <translation>未提供：这块 GPU 或驱动不支持（N/A）。</translation>
    </message>
    <message>
        <source>not provided: this user has no permission.</source>
        <translation>未提供：这个用户不能查询。</translation>
    </message>
    <message>
        <source>not provided: the GPU is lost.</source>
        <translation>未提供：GPU 已丢失。</translation>
    </message>
    <message>
        <source>not provided: the GPU must be reset first.</source>
        <translation>未提供：GPU 须先复位。</translation>
    </message>
    <message>
        <source>not provided: nvidia-smi failed to read it.</source>
        <translation>未提供：nvidia-smi 读取失败。</translation>
    </message>
    <message>
        <source>not provided by this driver.</source>
        <translation>这个驱动不告知。</translation>
    </message>
    <message>
        <source>You pay for a missing GPU that does no work; a job for all GPUs does not start.</source>
        <translation>缺失的 GPU 照样付费却不干活；要用全部 GPU 的任务无法启动。</translation>
    </message>
    <message>
        <source>The driver is installed, but it found no GPU.</source>
        <translation>驱动在，但没有找到 GPU。</translation>
    </message>
    <message>
        <source>Check the kernel log; in a container, start it with --gpus all.</source>
        <translation>查看内核日志；在容器里，请用 --gpus all 启动。</translation>
    </message>
    <message>
        <source>unknown name</source>
        <translation>名称未知</translation>
    </message>
    <message>
        <source>%1; the output of nvidia-smi was truncated, there may be more.</source>
        <translation>%1；nvidia-smi 的输出被截断，可能还有更多。</translation>
    </message>
    <message>
        <source>%1 respond, but there are %2.</source>
        <translation>%1 有应答，但共有 %2 块。</translation>
    </message>
    <message>
        <source>Restart the machine; if one is still missing, return the machine.</source>
        <translation>重启机器；若仍缺一块，退掉它。</translation>
    </message>
    <message>
        <source>Nothing that runs on it can be saved, and programs that wait for it wait forever.</source>
        <translation>在它上面运行的东西都救不回来，等它的程序会一直等下去。</translation>
    </message>
    <message>
        <source>Restart the machine; if it happens again, return the machine.</source>
        <translation>重启机器；若再次出现，退掉它。</translation>
    </message>
    <message>
        <source>%1 cannot be read: its values contain only errors.</source>
        <translation>%1 无法读取：各项数值都是错误。</translation>
    </message>
    <message>
        <source>Without it the driver unloads a GPU that is not in use: each start takes seconds longer, and settings are lost.</source>
        <translation>没有它，驱动会放开无人使用的 GPU：每次启动都要等几秒，设置也会丢失。</translation>
    </message>
    <message>
        <source>the driver recommends no recovery action.</source>
        <translation>驱动没有要求恢复操作。</translation>
    </message>
    <message>
        <source>the driver recommends: %1.</source>
        <translation>驱动要求：%1。</translation>
    </message>
    <message>
        <source>the driver reports that it must be reset.</source>
        <translation>驱动说它必须复位。</translation>
    </message>
    <message>
        <source>recovery action recommended by the driver</source>
        <translation>驱动程序建议的恢复操作</translation>
    </message>
    <message>
        <source>After some errors a GPU continues only after a reset.</source>
        <translation>出现某些错误后，GPU 复位后才能继续使用。</translation>
    </message>
    <message>
        <source>An error that ECC cannot correct ends the program; without ECC, errors corrupt the model unnoticed.</source>
        <translation>ECC 纠正不了的错误会结束程序；没人统计的错误会悄悄毁掉模型。</translation>
    </message>
    <message>
        <source>ECC is off: memory errors are not detected.</source>
        <translation>ECC 已关闭：内存错误不会被发现。</translation>
    </message>
    <message>
        <source>its memory can no longer be repaired.</source>
        <translation>它的内存已无法再修复。</translation>
    </message>
    <message>
        <source>Return the machine.</source>
        <translation>建议退还这台机器。</translation>
    </message>
    <message>
        <source>%1 uncorrectable memory errors since the last reset.</source>
        <translation>自上次复位以来有 %1 个无法纠正的内存错误。</translation>
    </message>
    <message>
        <source>Stop what runs on it and reset it; if the errors return, return the machine.</source>
        <translation>停止在它上面运行的程序并复位；若再次出现，退掉这台机器。</translation>
    </message>
    <message>
        <source>%1 uncorrectable memory errors in its lifetime, none since the last reset.</source>
        <translation>使用至今有 %1 个无法纠正的内存错误，自上次复位以来没有。</translation>
    </message>
    <message>
        <source>no errors in its lifetime; the count since the last reset is not provided.</source>
        <translation>使用至今没有统计到错误；自上次复位以来的未提供。</translation>
    </message>
    <message>
        <source>no uncorrectable memory errors.</source>
        <translation>没有无法纠正的内存错误。</translation>
    </message>
    <message>
        <source>no uncorrectable memory error since the last reset; earlier ones are not provided.</source>
        <translation>自上次复位以来没有无法纠正的内存错误；之前的未提供。</translation>
    </message>
    <message>
        <source>Bad rows and pages are replaced at a reset; when there are no spares left, the GPU must be replaced.</source>
        <translation>发现有问题的行和页会在复位时被替换；没有备用时，这块 GPU 就得换掉。</translation>
    </message>
    <message>
        <source>whether a bad memory row is waiting to be replaced is not provided.</source>
        <translation>未提供是否有坏内存行等待替换。</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuChips</name>
    <message>
        <source>does not work</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>use unknown</source>
        <translation>占用未知</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a GPU, its state</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>in use by %1</source>
        <translation>%1 正在使用</translation>
    </message>
    <message>
        <source>To share it on purpose, write its number in the task file: gpus: [%1]</source>
        <translation>如果确实要共用，请在任务文件中写上它的编号：gpus: [%1]</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuChoice</name>
    <message>
        <source>, </source>
        <comment>in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>unknown user</source>
        <translation>未知用户</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>The task chooses GPU %1, but no GPU of %2 can be read: choose another machine, or remove &apos;gpus&apos;.</source>
        <translation>任务选择了 GPU %1，但无法读取 %2 的任何 GPU：请选择另一台机器，或删去“gpus”。</translation>
    </message>
    <message>
        <source>The task chooses GPU %1, but %2 has only these: %3. Correct &apos;gpus&apos;.</source>
        <translation>任务选择了 GPU %1，但 %2 只有这些：%3。请更正“gpus”。</translation>
    </message>
    <message>
        <source>The task chooses GPU %1 of %2, which does not work: choose another one in &apos;gpus&apos;.</source>
        <translation>任务选择了 %2 的 GPU %1，但它无法使用：请在“gpus”中另选一个。</translation>
    </message>
    <message>
        <source>The task chooses GPU %1 of %2 twice: remove one of them from &apos;gpus&apos;.</source>
        <translation>任务两次选择了 %2 的 GPU %1：请从“gpus”中删去一个。</translation>
    </message>
    <message>
        <source>GPU %1 (%2)</source>
        <translation>GPU %1（%2）</translation>
    </message>
    <message>
        <source>GPUs chosen for this run are in use: %1. It will share their memory and time.</source>
        <translation>为这次运行选择的 GPU 正在使用中：%1。它将与之共用显存和计算时间。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 人</numerusform>
        </translation>
    </message>
    <message>
        <source>running for %1</source>
        <translation>已运行 %1</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>PID %1</source>
        <translation>进程号 %1</translation>
    </message>
    <message>
        <source>who uses the GPUs is unknown</source>
        <translation>不知道谁在使用 GPU</translation>
    </message>
    <message>
        <source>free %1</source>
        <translation>空闲 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuModel</name>
    <message>
        <source>The list of GPU models is damaged. Install Trainyard again.</source>
        <translation>GPU 型号列表已损坏，请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuNeeds</name>
    <message>
        <source>unknown model</source>
        <translation>未知型号</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between kinds of accelerators</comment>
        <translation> 或 </translation>
    </message>
    <message>
        <source>The task asks for %1: TPUs cannot be used. Ask for GPUs in &apos;accelerators&apos;.</source>
        <translation>任务需要 %1：不支持 TPU。请在 &apos;accelerators&apos; 中填写 GPU。</translation>
    </message>
    <message>
        <source>The task asks for %1, but the GPUs of %2 cannot be read. %3</source>
        <translation>任务需要 %1，但 %2 无法读取 GPU。%3</translation>
    </message>
    <message>
        <source>The task asks for %1, but GPU %2 of %3 does not work: %4.</source>
        <translation>任务需要 %1，但 %3 的 GPU %2 不可用：%4。</translation>
    </message>
    <message>
        <source>The task asks for %1, but %2 has no NVIDIA GPU. Choose another machine, or remove &apos;accelerators&apos;.</source>
        <translation>任务需要 %1，但 %2 没有 NVIDIA GPU。请换一台机器，或删除 &apos;accelerators&apos;。</translation>
    </message>
    <message>
        <source>The task asks for %1, but %2 has %3. Choose another machine, or correct &apos;accelerators&apos;.</source>
        <translation>任务需要 %1，但 %2 只有 %3。请换一台机器，或修改 &apos;accelerators&apos;。</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuPanel</name>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>last 30 minutes</source>
        <translation>最近 30 分钟</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>30 min</source>
        <comment>span of the strips, short</comment>
        <translation>30 分钟</translation>
    </message>
    <message>
        <source>Temp.</source>
        <translation>温度</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuRaster</name>
    <message>
        <source>GPU %1, %2: %3</source>
        <translation>GPU %1，%2：%3</translation>
    </message>
    <message>
        <source>GPU %1, %2: not sampled</source>
        <translation>GPU %1，%2：无采样</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuRows</name>
    <message>
        <source>GPU %1, %2</source>
        <translation>GPU %1，%2</translation>
    </message>
    <message>
        <source>busy unknown</source>
        <translation>利用率未知</translation>
    </message>
    <message>
        <source>%1 percent busy</source>
        <translation>利用率 %1%</translation>
    </message>
    <message>
        <source>No GPU on this machine</source>
        <translation>这台机器没有 GPU</translation>
    </message>
    <message>
        <source>No samples yet</source>
        <translation>还没有采样</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Disk read</source>
        <translation>磁盘读取</translation>
    </message>
    <message>
        <source>Disk written</source>
        <translation>磁盘写入</translation>
    </message>
    <message>
        <source>−30 min</source>
        <translation>−30 分钟</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Temp.</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>100&#xa0;% of the memory</source>
        <translation>显存的 100 %</translation>
    </message>
    <message>
        <source>100&#xa0;% of the power limit</source>
        <translation>功率上限的 100 %</translation>
    </message>
    <message>
        <source>%1: not sampled</source>
        <translation>%1：无采样</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU %1 is hot: %2 °C</source>
        <translation>GPU %1 偏热：%2 °C</translation>
    </message>
    <message>
        <source>GPU %1, %2, %3 degrees, hot</source>
        <translation>GPU %1，%2，%3 度，偏热</translation>
    </message>
    <message>
        <source>GPU %1, %2, %3 degrees</source>
        <translation>GPU %1，%2，%3 度</translation>
    </message>
    <message>
        <source>not used by this run</source>
        <translation>本任务未使用</translation>
    </message>
    <message>
        <source>end</source>
        <comment>of the run</comment>
        <translation>结束</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>他人在用</translation>
    </message>
    <message>
        <source>at last contact %1</source>
        <comment>%1: like &apos;90 percent busy&apos;</comment>
        <translation>最后联系时%1</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuTopology</name>
    <message>
        <source>itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>NVLink</source>
        <translation>NVLink</translation>
    </message>
    <message>
        <source>at most one PCIe bridge</source>
        <translation>最多经过一个 PCIe 桥</translation>
    </message>
    <message>
        <source>several PCIe bridges, past the processor</source>
        <translation>经过多个 PCIe 桥，不经过处理器</translation>
    </message>
    <message>
        <source>PCIe through the processor</source>
        <translation>经过处理器的 PCIe</translation>
    </message>
    <message>
        <source>between PCIe host bridges of one NUMA node</source>
        <translation>同一 NUMA 节点的 PCIe 主桥之间</translation>
    </message>
    <message>
        <source>between processors (NUMA nodes)</source>
        <translation>处理器之间（NUMA 节点之间）</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>trainyard::GpuTrouble</name>
    <message>
        <source>lost: it no longer answers on the bus; restart the machine</source>
        <translation>已掉卡：总线上无响应；请重启机器</translation>
    </message>
    <message>
        <source>must be reset before it works again</source>
        <translation>必须先重置才能继续使用</translation>
    </message>
    <message>
        <source>unknown model</source>
        <translation>未知型号</translation>
    </message>
    <message>
        <source>%1, %2 MiB</source>
        <translation>%1，%2 MiB</translation>
    </message>
    <message>
        <source>%1, memory unknown</source>
        <translation>%1，显存未知</translation>
    </message>
    <message>
        <source>nvidia-smi does not answer: the driver is stuck. Restart the machine.</source>
        <translation>nvidia-smi 没有响应：驱动卡住了。请重启机器。</translation>
    </message>
    <message>
        <source>The driver&apos;s library is %1, the loaded kernel module is %2. Restart the machine.</source>
        <translation>驱动库版本为 %1，已加载的内核模块为 %2。请重启机器。</translation>
    </message>
    <message>
        <source>The driver&apos;s library and the loaded kernel module are of different versions. Restart the machine.</source>
        <translation>驱动库与已加载的内核模块版本不同。请重启机器。</translation>
    </message>
    <message>
        <source>The driver&apos;s library libnvidia-ml is missing. Install the driver&apos;s libraries.</source>
        <translation>缺少驱动库 libnvidia-ml。请安装驱动的库文件。</translation>
    </message>
    <message>
        <source>A GPU is lost: it no longer answers on the bus. Restart the machine.</source>
        <translation>有 GPU 掉卡：总线上无响应。请重启机器。</translation>
    </message>
    <message>
        <source>A GPU must be reset before it works again. Restart the machine.</source>
        <translation>有 GPU 必须重置后才能使用。请重启机器。</translation>
    </message>
    <message>
        <source>nvidia-smi failed: %1</source>
        <translation>nvidia-smi 失败：%1</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>没有 GPU</translation>
    </message>
    <message>
        <source>GPU driver not running</source>
        <translation>GPU 驱动未运行</translation>
    </message>
    <message>
        <source>GPU driver mismatch</source>
        <translation>GPU 驱动版本不匹配</translation>
    </message>
    <message>
        <source>No access to the GPUs</source>
        <translation>没有 GPU 访问权限</translation>
    </message>
    <message>
        <source>GPU lost</source>
        <translation>GPU 掉卡</translation>
    </message>
    <message>
        <source>GPU needs a reset</source>
        <translation>GPU 需要重置</translation>
    </message>
    <message>
        <source>GPUs cannot be read</source>
        <translation>无法读取 GPU</translation>
    </message>
    <message>
        <source>not provided: this user has no permission</source>
        <translation>无法读取：当前用户没有权限</translation>
    </message>
    <message>
        <source>cannot be read: nvidia-smi reports only errors</source>
        <translation>无法读取：nvidia-smi 对它只报错误</translation>
    </message>
    <message>
        <source>The NVIDIA driver is not running: it is not loaded or does not match the kernel. Install it again or restart the machine.</source>
        <translation>NVIDIA 驱动没有运行：没有加载，或与内核不匹配。请重新安装或重启机器。</translation>
    </message>
    <message>
        <source>The driver&apos;s library has a different version than the loaded kernel module %1. Restart the machine.</source>
        <translation>驱动库与已加载的内核模块 %1 版本不同。请重启机器。</translation>
    </message>
    <message>
        <source>This user has no permission to use the GPUs. Ask the machine&apos;s administrator for access.</source>
        <translation>当前用户无权使用 GPU。请联系机器管理员开通权限。</translation>
    </message>
</context>
<context>
    <name>trainyard::GroupPanel</name>
    <message>
        <source>Prune…</source>
        <translation>清理…</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>Checkpoints of a run</source>
        <translation>一个运行的检查点</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Latest good</source>
        <translation>最新可用</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Remove this location</source>
        <translation>移除这个位置</translation>
    </message>
    <message>
        <source>Removes it from this list. Its files are not changed.</source>
        <translation>只从列表里移除，其中的文件不会改动。</translation>
    </message>
    <message>
        <source>A location you added</source>
        <translation>你添加的位置</translation>
    </message>
    <message>
        <source>Delete bucket contents at the provider, by hand or with lifecycle rules.</source>
        <translation>存储桶里的内容请在云厂商处删除：手动，或设置生命周期规则。</translation>
    </message>
    <message>
        <source>There is nothing to prune.</source>
        <translation>没有可以清理的。</translation>
    </message>
    <message>
        <source>%1 The list is from %2.</source>
        <translation>%1 列表停留在 %2。</translation>
    </message>
    <message>
        <source>Last scanned</source>
        <translation>扫描时间</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>正在扫描…</translation>
    </message>
</context>
<context>
    <name>trainyard::GuideDialog</name>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthCheck</name>
    <message>
        <source>%1 is not a valid port; ports are 1 to 65535.</source>
        <translation>%1 不是端口；端口为 1 到 65535。</translation>
    </message>
    <message>
        <source>%1 is not a valid image name.</source>
        <translation>%1 不可能是镜像。</translation>
    </message>
    <message>
        <source>At most 64 nodes can be checked.</source>
        <translation>最多查找 64 个节点。</translation>
    </message>
    <message>
        <source>%1 is not a valid node name.</source>
        <translation>%1 不可能是节点的名称。</translation>
    </message>
    <message>
        <source>At most 64 ports can be checked.</source>
        <translation>最多查看 64 个端口。</translation>
    </message>
    <message>
        <source>The machine did not answer the check as a shell would. Log in with ssh and see what it prints.</source>
        <translation>机器没有像 shell 那样回答检查。请用 ssh 登录，看看它输出什么。</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthChecklist</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU at %1</source>
        <translation>位于 %1 的 GPU</translation>
    </message>
    <message>
        <source>All %1 GPUs</source>
        <translation>全部 %1 块 GPU</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The GPUs are simulated; there is no hardware to check.</source>
        <translation>GPU 是模拟的；没有硬件可看。</translation>
    </message>
    <message>
        <source>%1 did not respond in time.</source>
        <translation>%1 没有应答，已被放弃。</translation>
    </message>
    <message>
        <source>Not tested, because nvidia-smi hangs.</source>
        <translation>没有尝试，因为 nvidia-smi 卡住了。</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>没有 %1。</translation>
    </message>
    <message>
        <source>The check ended before this step.</source>
        <translation>检查在此之前就结束了。</translation>
    </message>
    <message>
        <source>%1 ended with status %2 and no output.</source>
        <translation>%1 以状态 %2 结束，什么也没说。</translation>
    </message>
    <message>
        <source>%1 reports: %2</source>
        <translation>%1 说：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthController</name>
    <message>
        <source>The probe&apos;s folder could not be removed from the machine.</source>
        <translation>无法从机器上删除探针的文件夹。</translation>
    </message>
    <message>
        <source>The machine could not be checked.</source>
        <translation>无法检查该机器。</translation>
    </message>
    <message>
        <source>%1 could not be checked.</source>
        <translation>无法检查 %1。</translation>
    </message>
    <message>
        <source>The machine could not be benchmarked.</source>
        <translation>无法对该机器做基准测试。</translation>
    </message>
    <message>
        <source>Remove it manually: %1</source>
        <translation>请手动删除：%1</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthFacts</name>
    <message>
        <source>The built-in facts about GPU errors are damaged. Install Trainyard again.</source>
        <translation>内置的 GPU 错误资料已损坏。请重新安装 Trainyard。</translation>
    </message>
    <message>
        <source>A GPU engine stopped making progress within its time limit</source>
        <translation>GPU 的一个引擎在时限内没有进展</translation>
    </message>
    <message>
        <source>Restart the job; if it returns, report it.</source>
        <translation>重启任务；若再次出现，请上报。</translation>
    </message>
    <message>
        <source>The command stream sent to the GPU was broken</source>
        <translation>发给 GPU 的命令流已损坏</translation>
    </message>
    <message>
        <source>Restart the job; check the application and CUDA libraries.</source>
        <translation>重启任务；检查程序和 CUDA 库。</translation>
    </message>
    <message>
        <source>A compute or graphics exception, typically an out-of-bounds access, bad instruction or misaligned address in a kernel</source>
        <translation>计算或图形异常，通常是核函数里的越界访问、非法指令或地址未对齐</translation>
    </message>
    <message>
        <source>First suspect the program (run compute-sanitizer). If it appears with known-good code on one GPU only, run a diagnostic on that GPU.</source>
        <translation>先怀疑程序（运行 compute-sanitizer）。若已知正常的代码只在一块 GPU 上出现此错误，对那块 GPU 做诊断。</translation>
    </message>
    <message>
        <source>The command stream contained an illegal entry</source>
        <translation>命令流中有非法条目</translation>
    </message>
    <message>
        <source>A kernel or copy touched GPU memory that is not mapped (page fault)</source>
        <translation>核函数或复制访问了未映射的显存（缺页）</translation>
    </message>
    <message>
        <source>Almost always an illegal address in the program, rarely driver or hardware. Restart; look for the failing kernel.</source>
        <translation>几乎总是程序里的非法地址，很少是驱动或硬件。重启任务，查找出错的核函数。</translation>
    </message>
    <message>
        <source>The DMA engine found the command stream corrupted, for example through PCIe trouble</source>
        <translation>DMA 引擎发现命令流损坏，例如因为 PCIe 故障</translation>
    </message>
    <message>
        <source>Restart the job; if it repeats, check PCIe and driver.</source>
        <translation>重启任务；若重复出现，检查 PCIe 和驱动。</translation>
    </message>
    <message>
        <source>Context-switch firmware met a method it does not implement</source>
        <translation>上下文切换固件遇到了它没有实现的方法</translation>
    </message>
    <message>
        <source>Harmless alone; check the program if it repeats.</source>
        <translation>单独出现无害；若重复出现，检查程序。</translation>
    </message>
    <message>
        <source>Context-switch firmware watchdog ran out</source>
        <translation>上下文切换固件的看门狗超时</translation>
    </message>
    <message>
        <source>No action at once; report if it repeats.</source>
        <translation>不用马上处理；若重复出现，请上报。</translation>
    </message>
    <message>
        <source>Fault in copy engine 0</source>
        <translation>复制引擎 0 故障</translation>
    </message>
    <message>
        <source>Restart the job; report if it repeats.</source>
        <translation>重启任务；若重复出现，请上报。</translation>
    </message>
    <message>
        <source>Fault in copy engine 1</source>
        <translation>复制引擎 1 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 2</source>
        <translation>复制引擎 2 故障</translation>
    </message>
    <message>
        <source>A channel of this process was reset after a fault in its own work; the GPU is fine</source>
        <translation>这个进程自己的工作出错后，它的通道被复位；GPU 没有问题</translation>
    </message>
    <message>
        <source>The process dies, others continue. Look for the Xid or program error before it.</source>
        <translation>该进程会结束，其他进程继续。查看之前的 Xid 或程序错误。</translation>
    </message>
    <message>
        <source>Fault while switching contexts on the graphics engine</source>
        <translation>图形引擎切换上下文时出错</translation>
    </message>
    <message>
        <source>Work of a process was removed because the process ended or an earlier error required it</source>
        <translation>某个进程的工作被移除，因为进程结束或更早的错误要求如此</translation>
    </message>
    <message>
        <source>Follow the Xid that came before. Alone it usually only says that a process was killed.</source>
        <translation>查看它之前的 Xid。单独出现通常只说明有进程被结束。</translation>
    </message>
    <message>
        <source>An engine hung and could not be recovered in time</source>
        <translation>一个引擎挂起，没能及时恢复</translation>
    </message>
    <message>
        <source>Drain the GPU, reset it; replace the machine if it returns. NVIDIA&apos;s health checks rate this critical.</source>
        <translation>清空这块 GPU 上的任务并复位；若再次出现，更换机器。NVIDIA 的健康检查把它列为严重。</translation>
    </message>
    <message>
        <source>Uncorrectable (double-bit) ECC error in GPU memory</source>
        <translation>显存中有无法纠正的（双比特）ECC 错误</translation>
    </message>
    <message>
        <source>Running work on the GPU is lost. Look at 63/64 and 94/95 next to it: reset the GPU to activate the repair, replace the machine when it cannot be repaired.</source>
        <translation>GPU 上正在运行的工作已丢失。查看旁边的 63/64 和 94/95：复位 GPU 使修复生效，无法修复时更换机器。</translation>
    </message>
    <message>
        <source>Auxiliary power cable of the board is not connected</source>
        <translation>板卡的辅助供电线没有接好</translation>
    </message>
    <message>
        <source>Fault in the security/video processor</source>
        <translation>安全/视频处理器故障</translation>
    </message>
    <message>
        <source>Restart the job; look at driver version.</source>
        <translation>重启任务；查看驱动版本。</translation>
    </message>
    <message>
        <source>The power-management controller inside the GPU stopped</source>
        <translation>GPU 内部的电源管理控制器停止了</translation>
    </message>
    <message>
        <source>Reset the GPU or restart the machine; report if it returns.</source>
        <translation>复位 GPU 或重启机器；若再次出现，请上报。</translation>
    </message>
    <message>
        <source>A memory row or page was marked for replacement; takes effect at the next GPU reset</source>
        <translation>一个内存行或页被标记为待替换；下次 GPU 复位时生效</translation>
    </message>
    <message>
        <source>Not an error in itself. Plan a reset between jobs (older GPUs: page retirement, newer: row remapping).</source>
        <translation>本身不是错误。在任务之间安排一次复位（较旧的 GPU：页停用；较新的：行重映射）。</translation>
    </message>
    <message>
        <source>Recording a row or page replacement failed</source>
        <translation>记录行或页的替换失败</translation>
    </message>
    <message>
        <source>Reset the GPU; if it returns the memory is out of spares: replace the machine.</source>
        <translation>复位 GPU；若再次出现，说明内存已无备用：更换机器。</translation>
    </message>
    <message>
        <source>The driver made an illegal register access</source>
        <translation>驱动进行了非法的寄存器访问</translation>
    </message>
    <message>
        <source>No action at once; driver issue.</source>
        <translation>不用马上处理；驱动的问题。</translation>
    </message>
    <message>
        <source>The driver broke an access rule of the hardware</source>
        <translation>驱动违反了硬件的访问规则</translation>
    </message>
    <message>
        <source>Fault in video decoder 0</source>
        <translation>视频解码器 0 故障</translation>
    </message>
    <message>
        <source>Error in a graphics/compute class method</source>
        <translation>图形/计算类方法出错</translation>
    </message>
    <message>
        <source>Restart the job; check application and CUDA.</source>
        <translation>重启任务；检查程序和 CUDA。</translation>
    </message>
    <message>
        <source>Fault in copy engine 3</source>
        <translation>复制引擎 3 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 4</source>
        <translation>复制引擎 4 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 5</source>
        <translation>复制引擎 5 故障</translation>
    </message>
    <message>
        <source>NVLink error on a link of this GPU</source>
        <translation>这块 GPU 的一条 NVLink 出错</translation>
    </message>
    <message>
        <source>Multi-GPU work is affected. Check links (nvidia-smi nvlink), drain and reset; persistent: replace the machine.</source>
        <translation>多 GPU 的工作受影响。检查链路（nvidia-smi nvlink），清空任务后复位；若持续，更换机器。</translation>
    </message>
    <message>
        <source>Fault in copy engine 6</source>
        <translation>复制引擎 6 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 7</source>
        <translation>复制引擎 7 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 8</source>
        <translation>复制引擎 8 故障</translation>
    </message>
    <message>
        <source>A vGPU could not be started</source>
        <translation>无法启动 vGPU</translation>
    </message>
    <message>
        <source>Host and guest driver versions do not fit: update.</source>
        <translation>宿主机和客户机的驱动版本不匹配：请更新。</translation>
    </message>
    <message>
        <source>The GPU no longer answers on PCIe</source>
        <translation>GPU 在 PCIe 上不再应答</translation>
    </message>
    <message>
        <source>Data sent to the GPU failed its checksum</source>
        <translation>发给 GPU 的数据校验失败</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 0</source>
        <translation>JPEG 引擎 0 故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 1</source>
        <translation>视频解码器 1 故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 2</source>
        <translation>视频解码器 2 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 9</source>
        <translation>复制引擎 9 故障</translation>
    </message>
    <message>
        <source>Fault in the optical-flow engine</source>
        <translation>光流引擎故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 3</source>
        <translation>视频解码器 3 故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 4</source>
        <translation>视频解码器 4 故障</translation>
    </message>
    <message>
        <source>Unusually many single-bit (corrected) ECC errors</source>
        <translation>单比特（已纠正）ECC 错误异常多</translation>
    </message>
    <message>
        <source>Work is still correct. Watch the GPU, report if it continues.</source>
        <translation>计算结果仍然正确。留意这块 GPU，若持续请上报。</translation>
    </message>
    <message>
        <source>The on-board configuration flash was written too often</source>
        <translation>板上的配置闪存写入过于频繁</translation>
    </message>
    <message>
        <source>No effect on running work.</source>
        <translation>不影响正在运行的工作。</translation>
    </message>
    <message>
        <source>Uncorrectable memory error limited to one process</source>
        <translation>仅限于一个进程的无法纠正的内存错误</translation>
    </message>
    <message>
        <source>Only that process is lost: restart it from the last checkpoint, reset the GPU when convenient.</source>
        <translation>只丢失那个进程：从最近的检查点重启它，方便时复位 GPU。</translation>
    </message>
    <message>
        <source>Uncorrectable memory error that could not be limited to one process</source>
        <translation>无法限制在一个进程内的、无法纠正的内存错误</translation>
    </message>
    <message>
        <source>All work on the GPU is lost: reset before using it again.</source>
        <translation>GPU 上的工作全部丢失：再次使用前先复位。</translation>
    </message>
    <message>
        <source>Fault in video decoder 5</source>
        <translation>视频解码器 5 故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 6</source>
        <translation>视频解码器 6 故障</translation>
    </message>
    <message>
        <source>Fault in video decoder 7</source>
        <translation>视频解码器 7 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 1</source>
        <translation>JPEG 引擎 1 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 2</source>
        <translation>JPEG 引擎 2 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 3</source>
        <translation>JPEG 引擎 3 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 4</source>
        <translation>JPEG 引擎 4 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 5</source>
        <translation>JPEG 引擎 5 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 6</source>
        <translation>JPEG 引擎 6 故障</translation>
    </message>
    <message>
        <source>Fault in JPEG engine 7</source>
        <translation>JPEG 引擎 7 故障</translation>
    </message>
    <message>
        <source>Test message of the out-of-band management bus</source>
        <translation>带外管理总线的测试消息</translation>
    </message>
    <message>
        <source>Ignore.</source>
        <translation>忽略即可。</translation>
    </message>
    <message>
        <source>Silent test message of the out-of-band management bus</source>
        <translation>带外管理总线的静默测试消息</translation>
    </message>
    <message>
        <source>A context switch did not finish in time</source>
        <translation>上下文切换没有及时完成</translation>
    </message>
    <message>
        <source>Reset the GPU; report if it returns.</source>
        <translation>复位 GPU；若再次出现，请上报。</translation>
    </message>
    <message>
        <source>Security fault inside the GPU</source>
        <translation>GPU 内部的安全故障</translation>
    </message>
    <message>
        <source>Reset the GPU; check driver and firmware.</source>
        <translation>复位 GPU；检查驱动和固件。</translation>
    </message>
    <message>
        <source>The GPU system processor did not answer a driver request</source>
        <translation>GPU 系统处理器没有应答驱动的请求</translation>
    </message>
    <message>
        <source>Reset the GPU; check for a newer driver.</source>
        <translation>复位 GPU；查看有没有更新的驱动。</translation>
    </message>
    <message>
        <source>The GPU system processor reported an internal error</source>
        <translation>GPU 系统处理器报告了内部错误</translation>
    </message>
    <message>
        <source>Reset the GPU; update driver.</source>
        <translation>复位 GPU；更新驱动。</translation>
    </message>
    <message>
        <source>Error on the chip-to-chip link (Grace superchips)</source>
        <translation>芯片间链路出错（Grace 超级芯片）</translation>
    </message>
    <message>
        <source>Corrected errors; report if frequent.</source>
        <translation>错误已纠正；若频繁出现，请上报。</translation>
    </message>
    <message>
        <source>Fault in copy engine 10</source>
        <translation>复制引擎 10 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 11</source>
        <translation>复制引擎 11 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 12</source>
        <translation>复制引擎 12 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 13</source>
        <translation>复制引擎 13 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 14</source>
        <translation>复制引擎 14 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 15</source>
        <translation>复制引擎 15 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 16</source>
        <translation>复制引擎 16 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 17</source>
        <translation>复制引擎 17 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 18</source>
        <translation>复制引擎 18 故障</translation>
    </message>
    <message>
        <source>Fault in copy engine 19</source>
        <translation>复制引擎 19 故障</translation>
    </message>
    <message>
        <source>An NVLink did not come up during link training</source>
        <translation>一条 NVLink 在链路训练时没有连通</translation>
    </message>
    <message>
        <source>Reset the GPU; persistent: signal problem of the machine.</source>
        <translation>复位 GPU；若持续，是机器的信号问题。</translation>
    </message>
    <message>
        <source>A peer GPU or an illegal access broke NVLink access rights</source>
        <translation>对端 GPU 或非法访问违反了 NVLink 的访问权限</translation>
    </message>
    <message>
        <source>Usually follows a fault on another GPU: look for the first Xid in the node.</source>
        <translation>通常由另一块 GPU 的故障引起：查找该节点最早的 Xid。</translation>
    </message>
    <message>
        <source>Fault in the second optical-flow engine</source>
        <translation>第二个光流引擎故障</translation>
    </message>
    <message>
        <source>Unrecoverable ECC error seen outside the normal handling</source>
        <translation>在正常处理之外出现的无法恢复的 ECC 错误</translation>
    </message>
    <message>
        <source>Reset the GPU; report.</source>
        <translation>复位 GPU；请上报。</translation>
    </message>
    <message>
        <source>Error on the CUDA fast submission path</source>
        <translation>CUDA 快速提交路径出错</translation>
    </message>
    <message>
        <source>Fault in video encoder 3</source>
        <translation>视频编码器 3 故障</translation>
    </message>
    <message>
        <source>Report.</source>
        <translation>请上报。</translation>
    </message>
    <message>
        <source>The GPU could not be initialised</source>
        <translation>GPU 无法初始化</translation>
    </message>
    <message>
        <source>Reset or restart; report if it stays.</source>
        <translation>复位或重启；若仍存在，请上报。</translation>
    </message>
    <message>
        <source>NVLink 5: error in the SAW unit</source>
        <translation>NVLink 5：SAW 单元出错</translation>
    </message>
    <message>
        <source>Decode the details in the log line: Nonfatal can be ignored, Fatal needs a GPU reset.</source>
        <translation>解读日志行的细节：Nonfatal 可以忽略，Fatal 需要复位 GPU。</translation>
    </message>
    <message>
        <source>NVLink 5: error in the RLW unit</source>
        <translation>NVLink 5：RLW 单元出错</translation>
    </message>
    <message>
        <source>Decode the details in the log line.</source>
        <translation>解读日志行的细节。</translation>
    </message>
    <message>
        <source>NVLink 5: error in the TLW unit</source>
        <translation>NVLink 5：TLW 单元出错</translation>
    </message>
    <message>
        <source>NVLink 5: error in the TREX unit</source>
        <translation>NVLink 5：TREX 单元出错</translation>
    </message>
    <message>
        <source>NVLink 5: error in the link power/control unit</source>
        <translation>NVLink 5：链路供电/控制单元出错</translation>
    </message>
    <message>
        <source>NVLink 5: error in the network interface unit</source>
        <translation>NVLink 5：网络接口单元出错</translation>
    </message>
    <message>
        <source>NVLink 5: error in the MSE unit</source>
        <translation>NVLink 5：MSE 单元出错</translation>
    </message>
    <message>
        <source>Exchange of encryption keys failed (confidential computing)</source>
        <translation>交换加密密钥失败（机密计算）</translation>
    </message>
    <message>
        <source>Restart the VM.</source>
        <translation>重启虚拟机。</translation>
    </message>
    <message>
        <source>Memory-unit error of the deep-learning accelerator</source>
        <translation>深度学习加速器的内存单元出错</translation>
    </message>
    <message>
        <source>Ignore once.</source>
        <translation>出现一次可以忽略。</translation>
    </message>
    <message>
        <source>Time-out of the deep-learning accelerator</source>
        <translation>深度学习加速器超时</translation>
    </message>
    <message>
        <source>The driver changed its advice on how to recover this GPU</source>
        <translation>驱动改变了对如何恢复这块 GPU 的建议</translation>
    </message>
    <message>
        <source>Read the new advice: nvidia-smi --query-gpu=gpu_recovery_action (None, Reset, Reboot, Drain P2P, Drain and Reset).</source>
        <translation>查看新的建议：nvidia-smi --query-gpu=gpu_recovery_action（None、Reset、Reboot、Drain P2P、Drain and Reset）。</translation>
    </message>
    <message>
        <source>Software-defined NVLink error</source>
        <translation>软件定义的 NVLink 错误</translation>
    </message>
    <message>
        <source>Reset the GPU.</source>
        <translation>复位 GPU。</translation>
    </message>
    <message>
        <source>A faulty internal resource was taken out of use</source>
        <translation>一个有故障的内部资源被停用</translation>
    </message>
    <message>
        <source>Reset the GPU to finish it.</source>
        <translation>复位 GPU 以完成停用。</translation>
    </message>
    <message>
        <source>Taking a faulty resource out of use failed</source>
        <translation>停用有故障的资源失败</translation>
    </message>
    <message>
        <source>Fatal time-out inside the GPU</source>
        <translation>GPU 内部的致命超时</translation>
    </message>
    <message>
        <source>Error on the coherent CPU-GPU interface</source>
        <translation>CPU 与 GPU 一致性接口出错</translation>
    </message>
    <message>
        <source>Look for a neighbouring Xid.</source>
        <translation>查找相邻的 Xid。</translation>
    </message>
    <message>
        <source>A memory channel was taken out of use</source>
        <translation>一个内存通道被停用</translation>
    </message>
    <message>
        <source>No action at once.</source>
        <translation>不用马上处理。</translation>
    </message>
    <message>
        <source>Taking a memory channel out of use failed</source>
        <translation>停用内存通道失败</translation>
    </message>
    <message>
        <source>No action at once; investigate.</source>
        <translation>不用马上处理；请调查。</translation>
    </message>
    <message>
        <source>Power-smoothing circuit active again</source>
        <translation>功率平滑电路重新启用</translation>
    </message>
    <message>
        <source>Information.</source>
        <translation>仅供参考。</translation>
    </message>
    <message>
        <source>Power-smoothing circuit switched off</source>
        <translation>功率平滑电路已关闭</translation>
    </message>
    <message>
        <source>Power-smoothing circuit near the end of its life</source>
        <translation>功率平滑电路接近寿命终点</translation>
    </message>
    <message>
        <source>Power-smoothing circuit worn out</source>
        <translation>功率平滑电路已耗尽寿命</translation>
    </message>
    <message>
        <source>NVLink traffic before encryption was set up (confidential computing)</source>
        <translation>加密建立之前出现 NVLink 流量（机密计算）</translation>
    </message>
    <message>
        <source>Fatal PCIe time-out</source>
        <translation>致命的 PCIe 超时</translation>
    </message>
    <message>
        <source>Part of GPU memory was reserved because of errors: less memory is usable</source>
        <translation>部分显存因错误被保留：可用内存减少</translation>
    </message>
    <message>
        <source>The security controller inside the GPU stopped</source>
        <translation>GPU 内部的安全控制器停止了</translation>
    </message>
    <message>
        <source>NVLink security interrupt (confidential computing)</source>
        <translation>NVLink 安全中断（机密计算）</translation>
    </message>
    <message>
        <source>Detail to Xid 48: the error was in device memory (DRAM)</source>
        <translation>Xid 48 的细节：错误在设备内存（DRAM）</translation>
    </message>
    <message>
        <source>See 48.</source>
        <translation>参见 48。</translation>
    </message>
    <message>
        <source>Detail to Xid 48: the error was in on-chip memory (SRAM)</source>
        <translation>Xid 48 的细节：错误在片上内存（SRAM）</translation>
    </message>
    <message>
        <source>Chip-to-chip link failed for good</source>
        <translation>芯片间链路永久失效</translation>
    </message>
    <message>
        <source>A process was ended silently after a channel reset</source>
        <translation>通道复位后有进程被静默结束</translation>
    </message>
    <message>
        <source>Error in the memory subsystem</source>
        <translation>内存子系统出错</translation>
    </message>
    <message>
        <source>Correctable PCIe error reported as a fault</source>
        <translation>可纠正的 PCIe 错误被报告为故障</translation>
    </message>
    <message>
        <source>nothing runs, clocks drop to idle</source>
        <translation>没有任务，频率降到空闲</translation>
    </message>
    <message>
        <source>clocks were pinned by a user setting; marked as no longer used in current NVML</source>
        <translation>频率被用户设置固定；当前的 NVML 标注为不再使用</translation>
    </message>
    <message>
        <source>the power limit holds the clocks down</source>
        <translation>功率上限压低了频率</translation>
    </message>
    <message>
        <source>hardware halves the clocks or more: too hot, external power brake, or power spike protection</source>
        <translation>硬件把频率减半或更多：过热、外部功率制动，或功率尖峰保护</translation>
    </message>
    <message>
        <source>the card is in a sync-boost group and follows the slowest member</source>
        <translation>这块卡在同步提速组里，跟随其中最慢的一块</translation>
    </message>
    <message>
        <source>software lowers clocks to keep GPU or memory below its operating limit</source>
        <translation>软件降低频率，使 GPU 或内存不超过工作温度上限</translation>
    </message>
    <message>
        <source>hardware halves the clocks or more because of temperature</source>
        <translation>硬件因温度把频率减半或更多</translation>
    </message>
    <message>
        <source>an external power-brake signal (for example from the power supply) halves the clocks or more</source>
        <translation>外部功率制动信号（例如来自电源）把频率减半或更多</translation>
    </message>
    <message>
        <source>limited by the display clock setting</source>
        <translation>受显示时钟设置限制</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>bad argument</source>
        <translation>参数错误</translation>
    </message>
    <message>
        <source>operation not available on the device</source>
        <translation>设备不支持该操作</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>query for one object failed</source>
        <translation>对某个对象的查询失败</translation>
    </message>
    <message>
        <source>external power not attached</source>
        <translation>外部供电没有接好</translation>
    </message>
    <message>
        <source>driver not loaded</source>
        <translation>驱动没有加载</translation>
    </message>
    <message>
        <source>interrupt problem</source>
        <translation>中断问题</translation>
    </message>
    <message>
        <source>NVML library missing</source>
        <translation>缺少 NVML 库</translation>
    </message>
    <message>
        <source>NVML too old for the call</source>
        <translation>NVML 太旧，不支持该调用</translation>
    </message>
    <message>
        <source>infoROM corrupt</source>
        <translation>infoROM 损坏</translation>
    </message>
    <message>
        <source>GPU fell off the bus</source>
        <translation>GPU 从总线上掉线</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Cabling problem of the host: return the machine.</source>
        <translation>主机的接线问题：退掉这台机器。</translation>
    </message>
    <message>
        <source>Nothing on this GPU can be saved. Restart the machine; if it happens again, return the machine.</source>
        <translation>这块 GPU 上的东西都救不回来。重启机器；若再次出现，退掉它。</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthFinding</name>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>bad</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Kernel log</source>
        <translation>内核日志</translation>
    </message>
    <message>
        <source>Clocks and temperature</source>
        <translation>频率和温度</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Memory and processor</source>
        <translation>内存和处理器</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Processes on the GPUs</source>
        <translation>GPU 上的进程</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthJudge</name>
    <message>
        <source>The check did not finish on the machine; missing results count as unknown.</source>
        <translation>检查没有在机器上进行到底；缺少的部分算作未知。</translation>
    </message>
    <message>
        <source>Check again; if it ends early each time, find out what ends the session.</source>
        <translation>再检查一次；若每次都提前结束，请查看是什么中断了会话。</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthPage</name>
    <message>
        <source>Health</source>
        <translation>体检</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Check machine</source>
        <translation>检查机器</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>How the GPUs are connected</source>
        <translation>GPU 的连接方式</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>登录账号</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>CUDA of the driver</source>
        <translation>驱动的 CUDA</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>lost (%1)</source>
        <translation>已丢失（%1）</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>检查时间</translation>
    </message>
    <message>
        <source>%1, took %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>Cancel (%1)</source>
        <translation>取消（%1）</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>%1 has not been checked yet.</source>
        <translation>%1 尚未检查。</translation>
    </message>
    <message>
        <source>There is no machine to check.</source>
        <translation>没有可检查的机器。</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Earlier checks of this machine</source>
        <translation>该机器之前的检查</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
    <message>
        <source>Check to show</source>
        <translation>要查看的检查</translation>
    </message>
    <message>
        <source>A check shows whether a machine&apos;s driver, GPUs, containers, disks and network are ready for training, before you spend money on it.</source>
        <translation>检查会在花钱之前说明机器的驱动、GPU、容器、磁盘和网络是否适合训练。</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Takes about half a minute: measures the disks, and starts a container if there is an image.</source>
        <translation>大约需要半分钟：会测量磁盘；若已有镜像，还会启动一个容器。</translation>
    </message>
    <message>
        <source>A check covers the driver, GPUs, errors in the kernel log, links, containers, disks, clock and network. It changes nothing and leaves nothing behind.</source>
        <translation>检查涵盖驱动、GPU、内核日志中的错误、链路、容器、磁盘、时钟和网络。不改变任何东西，也不留下任何东西。</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthPrinter</name>
    <message>
        <source>(simulated)</source>
        <translation>（模拟）</translation>
    </message>
    <message>
        <source>The GPUs are simulated, so this says nothing about real ones.</source>
        <translation>GPU 是模拟的：这不能说明真实的 GPU。</translation>
    </message>
</context>
<context>
    <name>trainyard::HealthReport</name>
    <message numerus="yes">
        <source>%n warning(s), %1 failed, %2 passed, %3 unknown.</source>
        <translation>
            <numerusform>警告 %n 项，失败 %1 项，通过 %2 项，未知 %3 项。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::History</name>
    <message>
        <source>The history of the charts could not be read or written: %1</source>
        <translation>无法读取或写入图表的历史数据：%1</translation>
    </message>
    <message>
        <source>There is no history of these charts yet.</source>
        <translation>这些图表还没有历史数据。</translation>
    </message>
    <message>
        <source>%1 cannot be written: check the permissions of the file and its folder.</source>
        <translation>无法写入 %1：请检查该文件及其文件夹的权限。</translation>
    </message>
    <message>
        <source>The disk of this computer is full. Charts show only the data in memory; their history continues when there is space.</source>
        <translation>本机磁盘已满。图表显示内存中的数据；腾出空间后会继续保存历史。</translation>
    </message>
    <message>
        <source>%1 does not match and is being rebuilt.</source>
        <translation>%1 不匹配，正在重新生成。</translation>
    </message>
    <message>
        <source>The history of the charts is damaged and is being rebuilt.</source>
        <translation>图表的历史数据已损坏，正在重新生成。</translation>
    </message>
</context>
<context>
    <name>trainyard::HomeModule</name>
    <message>
        <source>The sandbox could not start.</source>
        <translation>沙箱无法启动。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s) waiting to resume</source>
        <translation>
            <numerusform>%n 个传输等待继续</numerusform>
        </translation>
    </message>
    <message>
        <source>They were in progress when Trainyard closed. What was copied is kept.</source>
        <translation>Trainyard 关闭时正在传输。已传部分保留。</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 失败</translation>
    </message>
    <message>
        <source>%1 ended for an unknown reason</source>
        <translation>%1 已结束，原因不明</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>reason, then how long ago</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Host key changed: %1</source>
        <translation>主机密钥已改变：%1</translation>
    </message>
    <message>
        <source>Someone may be intercepting the connection.</source>
        <translation>可能有人在拦截连接。</translation>
    </message>
    <message>
        <source>Compare keys…</source>
        <translation>比较密钥…</translation>
    </message>
    <message>
        <source>%1 is unreachable</source>
        <translation>%1 无法访问</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
</context>
<context>
    <name>trainyard::HomePage</name>
    <message>
        <source>Home</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>续跑</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>date on Home as QLocale::toString takes it: weekday, day, month</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>dddd, d MMMM</source>
        <translation>M月d日 dddd</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>查看所有运行</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>没有正在进行的运行</translation>
    </message>
    <message>
        <source>Resume %1…</source>
        <translation>续跑 %1…</translation>
    </message>
    <message>
        <source>Show checkpoints</source>
        <translation>查看检查点</translation>
    </message>
    <message>
        <source>step %1 is good</source>
        <translation>第 %1 步可用</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s) and the sandbox</source>
        <translation>
            <numerusform>%n 台机器和沙箱</numerusform>
        </translation>
    </message>
    <message>
        <source>the sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Paste the SSH command from your provider, see what the machine has and check that everything fits.</source>
        <translation>粘贴服务商给的 ssh 命令，查看机器的配置，确认一切就绪。</translation>
    </message>
    <message>
        <source>Loss, GPUs and log of a run in one window. Close the lid and nothing is lost.</source>
        <translation>一个窗口看清运行的损失、GPU 和日志。合上电脑也不会丢失。</translation>
    </message>
    <message>
        <source>Pick a checkpoint that is known to be complete, see the exact command and resume.</source>
        <translation>选一个确认完整的检查点，看清确切的命令，接着训练。</translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n 个任务运行中</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::HostChecks</name>
    <message>
        <source>The size of /dev/shm could not be read. %1</source>
        <translation>无法读取 /dev/shm 的大小。%1</translation>
    </message>
    <message>
        <source>/dev/shm has %1 GiB, %2 GiB of it free.</source>
        <translation>/dev/shm 共 %1 GiB，其中 %2 GiB 空闲。</translation>
    </message>
    <message>
        <source>Make it larger; containers get theirs from --shm-size or --ipc=host.</source>
        <translation>把它调大；容器的由 --shm-size 或 --ipc=host 决定。</translation>
    </message>
    <message>
        <source>A full disk ends a run at its next checkpoint, and images and data sets are large.</source>
        <translation>磁盘满了，运行会在下一个检查点结束；镜像和数据集都很大。</translation>
    </message>
    <message>
        <source>%1 GiB of %2 GiB are free on %3.</source>
        <translation>%3 上 %2 GiB 中有 %1 GiB 空闲。</translation>
    </message>
    <message>
        <source>Less than 2 GiB are free.</source>
        <translation>空闲不到 2 GiB。</translation>
    </message>
    <message>
        <source>Keep data and checkpoints on a local disk, if the machine has one.</source>
        <translation>如果机器有本地磁盘，把数据和检查点放在那里。</translation>
    </message>
    <message>
        <source>The machine&apos;s memory could not be read.</source>
        <translation>无法读取机器的内存。</translation>
    </message>
    <message>
        <source>%1 GiB of %2 GiB of memory are available.</source>
        <translation>%2 GiB 内存中有 %1 GiB 可用。</translation>
    </message>
    <message>
        <source>No swap.</source>
        <translation>没有交换空间。</translation>
    </message>
    <message>
        <source>%1 GiB of %2 GiB of swap are in use.</source>
        <translation>%2 GiB 交换空间中用了 %1 GiB。</translation>
    </message>
    <message>
        <source>This session may use %1 GiB of the machine&apos;s %2 GiB of memory.</source>
        <translation>这个会话可使用机器 %2 GiB 内存中的 %1 GiB。</translation>
    </message>
    <message>
        <source>Each GPU needs processors that read and prepare its data.</source>
        <translation>每块 GPU 都需要处理器来读取和准备数据。</translation>
    </message>
    <message>
        <source>%1 of %2 processors may be used</source>
        <translation>%2 个处理器中可使用 %1 个</translation>
    </message>
    <message>
        <source>%1 processors</source>
        <translation>%1 个处理器</translation>
    </message>
    <message>
        <source>, %1 for each GPU.</source>
        <translation>，每块 GPU %1 个。</translation>
    </message>
    <message>
        <source>The load is %1 on %2 processors.</source>
        <translation>%2 个处理器上的负载为 %1。</translation>
    </message>
    <message>
        <source>The processors&apos; frequency governor is %1.</source>
        <translation>处理器的调频策略是 %1。</translation>
    </message>
    <message>
        <source>The machine&apos;s time could not be read.</source>
        <translation>无法读取机器的时间。</translation>
    </message>
    <message>
        <source>The machine&apos;s clock is %1 s ahead of this computer&apos;s (± %2 s).</source>
        <translation>机器的时钟比这台电脑快 %1 秒（± %2 秒）。</translation>
    </message>
    <message>
        <source>The machine&apos;s clock is %1 s behind this computer&apos;s (± %2 s).</source>
        <translation>机器的时钟比这台电脑慢 %1 秒（± %2 秒）。</translation>
    </message>
    <message>
        <source>A process may open %1 files (at most %2).</source>
        <translation>一个进程可打开 %1 个文件（最多 %2）。</translation>
    </message>
    <message>
        <source>This user may have %1 processes and threads (at most %2).</source>
        <translation>这个用户可有 %1 个进程和线程（最多 %2）。</translation>
    </message>
    <message>
        <source>Workers and math libraries start hundreds of threads for each GPU.</source>
        <translation>加载进程和数学库会为每块 GPU 启动数百个线程。</translation>
    </message>
    <message>
        <source>A process may have a stack of %1 bytes (at most %2).</source>
        <translation>一个进程的栈可有 %1 字节（最多 %2）。</translation>
    </message>
    <message>
        <source>NCCL and compilers crash with less.</source>
        <translation>更小时 NCCL 和编译器会崩溃。</translation>
    </message>
    <message>
        <source>A process may lock %1 bytes of memory (at most %2).</source>
        <translation>一个进程可锁定 %1 字节内存（最多 %2）。</translation>
    </message>
    <message>
        <source>The limit of %1 could not be read.</source>
        <translation>无法读取 %1 的限制。</translation>
    </message>
    <message>
        <source>Raise it for the session; for good, in /etc/security/limits.conf. Containers take theirs from --ulimit.</source>
        <translation>为本次会话调高；要永久生效，改 /etc/security/limits.conf。容器的由 --ulimit 决定。</translation>
    </message>
    <message>
        <source>Data loader workers pass their batches through /dev/shm; when it is full they crash with a bus error.</source>
        <translation>数据加载进程通过 /dev/shm 交出批次；它满了之后，进程会因总线错误退出。</translation>
    </message>
    <message>
        <source>Remove images and files that are not needed, or rent a larger disk.</source>
        <translation>删除没人需要的镜像和文件，或租用更大的磁盘。</translation>
    </message>
    <message>
        <source>Space for %1 more files on %2 (%3 %).</source>
        <translation>%2 上还可容纳 %1 个文件（%3 %）。</translation>
    </message>
    <message>
        <source>A data set of millions of small files fills the inode table before the disk.</source>
        <translation>由数百万个小文件组成的数据集会先填满文件表，再填满磁盘。</translation>
    </message>
    <message>
        <source>Training pauses while a checkpoint is written, and the GPU waits if data arrives slower than it is used.</source>
        <translation>写检查点时训练停着；数据来得比用得慢，GPU 就要等。</translation>
    </message>
    <message>
        <source>256 MiB were written to the home disk at %1 MB/s.</source>
        <translation>以 %1 MB/s 向主目录的磁盘写入了 256 MiB。</translation>
    </message>
    <message>
        <source>Writing to the home disk is slow: %1 MB/s.</source>
        <translation>向主目录的磁盘写入很慢：%1 MB/s。</translation>
    </message>
    <message>
        <source>They were read back without the cache at %1 MB/s.</source>
        <translation>绕过缓存以 %1 MB/s 读回。</translation>
    </message>
    <message>
        <source>Reading from the home disk is slow: %1 MB/s.</source>
        <translation>从主目录的磁盘读取很慢：%1 MB/s。</translation>
    </message>
    <message>
        <source>Reading 256 MiB from the home disk took longer than 20 s.</source>
        <translation>从主目录的磁盘读取 256 MiB 用了 20 秒以上。</translation>
    </message>
    <message>
        <source>Writing 256 MiB to the home disk took longer than 20 s.</source>
        <translation>向主目录的磁盘写入 256 MiB 用了 20 秒以上。</translation>
    </message>
    <message>
        <source>The read speed of the home disk was not measured.</source>
        <translation>没有测量主目录磁盘的读取速度。</translation>
    </message>
    <message>
        <source>The write speed of the home disk was not measured.</source>
        <translation>没有测量主目录磁盘的写入速度。</translation>
    </message>
    <message>
        <source>It cannot be read without the cache.</source>
        <translation>无法绕过缓存读取。</translation>
    </message>
    <message>
        <source>Data loaders, and the copy of the model before it is moved to the GPU, use the machine&apos;s memory.</source>
        <translation>数据加载进程，以及模型放上 GPU 之前的副本，都占用机器的内存。</translation>
    </message>
    <message>
        <source>Swapped-out memory is a thousand times slower to access.</source>
        <translation>被换出的内容取回时要慢上千倍。</translation>
    </message>
    <message>
        <source>A process that exceeds it is killed.</source>
        <translation>超过它的进程会被结束。</translation>
    </message>
    <message>
        <source>The number of processors could not be read.</source>
        <translation>无法读取处理器的数量。</translation>
    </message>
    <message>
        <source>Other users&apos; processes take up the time that data loading needs.</source>
        <translation>别人的工作占用了数据加载需要的时间。</translation>
    </message>
    <message>
        <source>The processor load could not be read.</source>
        <translation>无法读取处理器的繁忙程度。</translation>
    </message>
    <message>
        <source>Processors in power-saving mode launch kernels later and load data slower.</source>
        <translation>省电的处理器启动核函数更晚，加载数据更慢。</translation>
    </message>
    <message>
        <source>With a wrong clock, logins and downloads are refused and logs of several machines do not line up.</source>
        <translation>时钟不对时，登录和下载会被拒绝，多台机器的日志也对不上。</translation>
    </message>
    <message>
        <source>Let the machine set its clock from the network, after checking this computer&apos;s own clock.</source>
        <translation>先看看这台电脑自己的时钟，再让机器从网络校时。</translation>
    </message>
    <message>
        <source>Many workers and shards open thousands of files; then the run fails with “too many open files”.</source>
        <translation>许多加载进程和分片会打开数千个文件；之后会以打开文件过多而结束。</translation>
    </message>
    <message>
        <source>RDMA between machines needs it unlimited; without RDMA network cards it matters little.</source>
        <translation>机器之间的 RDMA 需要不受限；没有用于它的网卡时，影响不大。</translation>
    </message>
</context>
<context>
    <name>trainyard::HostKeyDialog</name>
    <message>
        <source>Unknown host key</source>
        <translation>未知的主机密钥</translation>
    </message>
    <message>
        <source>Is this really %1?</source>
        <translation>这真的是 %1 吗？</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>不连接</translation>
    </message>
    <message>
        <source>Trust this key and connect</source>
        <translation>信任并连接</translation>
    </message>
    <message>
        <source>This host key is not known yet. Compare the fingerprint with the one your provider shows. If they differ, someone else may be answering.</source>
        <translation>首次见到这个主机密钥。请与服务商显示的指纹核对。如果不一致，应答的可能是别人。</translation>
    </message>
</context>
<context>
    <name>trainyard::HttpClient</name>
    <message numerus="yes">
        <source>%1 asks to wait: try again in %n second(s).</source>
        <translation>
            <numerusform>%1 要求等待：请在 %n 秒后重试。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be written: check the space on the disk and the permissions of the folder.</source>
        <translation>无法写入 %1：请检查磁盘空间和文件夹权限。</translation>
    </message>
    <message>
        <source>The name %1 cannot be found: check the network connection, then try again.</source>
        <translation>找不到名称 %1：请检查网络连接，然后重试。</translation>
    </message>
    <message>
        <source>No connection to %1: check the network connection and the proxy, then try again.</source>
        <translation>无法连接到 %1：请检查网络连接和代理，然后重试。</translation>
    </message>
    <message>
        <source>%1 answers too slowly: try again later.</source>
        <translation>%1 响应太慢：请稍后重试。</translation>
    </message>
    <message>
        <source>The connection to %1 broke: try again.</source>
        <translation>与 %1 的连接中断：请重试。</translation>
    </message>
    <message>
        <source>%1 is not in service: try again later.</source>
        <translation>%1 暂停服务：请稍后重试。</translation>
    </message>
    <message>
        <source>%1 refuses to answer: check the address and the proxy.</source>
        <translation>%1 拒绝回应：请检查地址和代理。</translation>
    </message>
    <message>
        <source>%1 sends more than %2 KiB of headers, and that was refused.</source>
        <translation>%1 发送的标头超过 %2 KiB，已拒绝。</translation>
    </message>
    <message>
        <source>“%1” is not a valid address.</source>
        <translation>“%1”不是可以请求的地址。</translation>
    </message>
    <message>
        <source>An address must begin with https:// or http:// and contain no password: check the address of %1.</source>
        <translation>地址必须以 https:// 或 http:// 开头，且不含密码：请检查 %1 的地址。</translation>
    </message>
    <message>
        <source>%1 can no longer be read: check that it still exists.</source>
        <translation>无法继续读取 %1：请检查它是否还在。</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read: try again when it is not being written.</source>
        <translation>读取过程中 %1 变短了：请在没有程序写入时重试。</translation>
    </message>
    <message>
        <source>The response of %1 ended too early, after %2 bytes: try again.</source>
        <translation>%1 的回应在 %2 字节后提前结束：请重试。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted, so no request was sent: check the date of this computer, and the proxy if there is one.</source>
        <translation>%1 的证书不可信，因此没有发出请求：请检查本机的日期，如有代理也请检查。</translation>
    </message>
    <message>
        <source>The response of %1 is larger than %2 MiB and was refused.</source>
        <translation>%1 的回应超过 %2 MiB，已拒绝。</translation>
    </message>
    <message>
        <source>%1 redirects endlessly.</source>
        <translation>%1 不断地重定向，没有尽头。</translation>
    </message>
    <message>
        <source>%1 redirects to an unsafe address, which was refused.</source>
        <translation>%1 重定向到不安全的地址，已拒绝。</translation>
    </message>
    <message>
        <source>The response of %1 cannot be unpacked.</source>
        <translation>无法解压 %1 的回应。</translation>
    </message>
    <message>
        <source>The response of %1 is not valid.</source>
        <translation>无法理解 %1 的回应。</translation>
    </message>
    <message>
        <source>Too many requests to %1: try again later.</source>
        <translation>对 %1 的请求过于频繁：请稍后重试。</translation>
    </message>
    <message>
        <source>%1 no longer has it: check the address.</source>
        <translation>%1 上已没有该内容：请检查地址。</translation>
    </message>
    <message>
        <source>%1 gave an unexpected response.</source>
        <translation>%1 的回应出乎意料。</translation>
    </message>
    <message>
        <source>%1 was asked for a part of a file but sends something else, so the transfer was stopped: a server or proxy does not support partial downloads.</source>
        <translation>向 %1 请求文件的一部分，却得到了别的内容，因此已中止：途中有服务器或代理不支持按范围读取。</translation>
    </message>
</context>
<context>
    <name>trainyard::ImageContents</name>
    <message>
        <source>The contents of %1 are unknown. If it mirrors Docker Hub, check %2 instead.</source>
        <translation>%1 提供什么内容尚不清楚。如果它是 Docker Hub 的镜像站，请改为查询 %2。</translation>
    </message>
    <message>
        <source>The contents of %1 are unknown. Describe them with --cuda, --torch, --tensorflow or --jax, and the image&apos;s NVIDIA_REQUIRE_CUDA with --require.</source>
        <translation>%1 中有什么尚不清楚。请用 --cuda、--torch、--tensorflow 或 --jax 说明，并用 --require 给出它的 NVIDIA_REQUIRE_CUDA。</translation>
    </message>
    <message>
        <source>%1 has no tag: add one; `yard compat images` lists known tags.</source>
        <translation>%1 没有标签：请指定一个，`yard compat images` 列出了可用的。</translation>
    </message>
    <message>
        <source>A digest does not show the contents: write the tag before it, like %1:TAG@sha256:….</source>
        <translation>摘要不能说明内容：请在它前面写上标签，如 %1:TAG@sha256:…。</translation>
    </message>
    <message>
        <source>The tag of %1:%2 does not show its contents. Use a tag with versions; `yard compat images` lists known tags.</source>
        <translation>从标签看不出 %1:%2 中有什么。请指定带版本的标签，`yard compat images` 列出了可用的。</translation>
    </message>
</context>
<context>
    <name>trainyard::ImageDialog</name>
    <message>
        <source>without CUDA</source>
        <translation>不含 CUDA</translation>
    </message>
    <message>
        <source>Use this image</source>
        <translation>使用此镜像</translation>
    </message>
    <message>
        <source>Filter images</source>
        <translation>筛选镜像</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No NVIDIA GPU detected on %1, so compatibility is not checked.</source>
        <translation>%1 上未检测到 NVIDIA GPU，因此不检查兼容性。</translation>
    </message>
    <message>
        <source>Choose an image</source>
        <translation>选择镜像</translation>
    </message>
    <message>
        <source>Each image is checked against the driver and GPUs of %1. Nothing is pulled.</source>
        <translation>已对照 %1 的驱动和 GPU 检查每个镜像。不会拉取任何镜像。</translation>
    </message>
    <message>
        <source>Choose a machine first to see which images run there.</source>
        <translation>先选择一台机器，才能看到哪些镜像能在上面运行。</translation>
    </message>
    <message>
        <source>No known image matches. You can type any other image into the field.</source>
        <translation>已知镜像中没有匹配的。其他镜像可以直接填入输入框。</translation>
    </message>
</context>
<context>
    <name>trainyard::ImageReference</name>
    <message>
        <source>An image is written like pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime, in at most %1 characters.</source>
        <translation>镜像应写成 pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime 这样，最多 %1 个字符。</translation>
    </message>
    <message>
        <source>“%1” is not a valid registry.</source>
        <translation>“%1”不是镜像仓库。</translation>
    </message>
    <message>
        <source>“%1” is not a valid tag of an image.</source>
        <translation>“%1”不是镜像标签。</translation>
    </message>
    <message>
        <source>“%1” is not a valid image name.</source>
        <translation>“%1”不是镜像名称。</translation>
    </message>
    <message>
        <source>“%1” is not a valid digest: it must be sha256: and 64 characters from 0 to 9 and a to f.</source>
        <translation>“%1”不是摘要：应为 sha256: 加 64 个 0 到 9、a 到 f 的字符。</translation>
    </message>
    <message>
        <source>Image names are in lower case: write %1.</source>
        <translation>镜像名称须为小写：请写 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::ImportDialog</name>
    <message>
        <source>Command, script or file</source>
        <translation>命令、脚本或文件</translation>
    </message>
    <message>
        <source>The task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>What the task lacks</source>
        <translation>任务中缺少的内容</translation>
    </message>
    <message>
        <source>Use this task</source>
        <translation>使用此任务</translation>
    </message>
    <message>
        <source>Import a task</source>
        <translation>导入任务</translation>
    </message>
    <message>
        <source>Paste a docker run or podman run command, an sbatch script, or a dstack file.</source>
        <translation>粘贴 docker run 或 podman run 命令、sbatch 脚本或 dstack 文件。</translation>
    </message>
    <message>
        <source>Nothing: the task has everything.</source>
        <translation>没有：任务包含全部内容。</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing is run here.</source>
        <translation>此处不会运行任何内容。</translation>
    </message>
    <message>
        <source>Recognised: %1.</source>
        <translation>已识别：%1。</translation>
    </message>
    <message>
        <source>The text is read, never run. The values of secrets are left out.</source>
        <translation>文本只会被读取，绝不会被执行。密钥的值会被略去。</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>There is no task yet: paste a text that can be imported.</source>
        <translation>还没有任务：请粘贴可以导入的文本。</translation>
    </message>
    <message>
        <source>Open a command, script or dstack file</source>
        <translation>打开命令、脚本或 dstack 文件</translation>
    </message>
    <message>
        <source>This file cannot be read, or is larger than 256 KiB: choose another one.</source>
        <translation>无法读取此文件，或文件大于 256 KiB：请选择其他文件。</translation>
    </message>
</context>
<context>
    <name>trainyard::ImportHostsDialog</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out, because they name no single host: %1.</source>
        <translation>已略过，因为它们不指向单个主机：%1。</translation>
    </message>
    <message>
        <source>Match blocks are left out, because they name conditions instead of a host: %1.</source>
        <translation>Match 段已略过，因为它们写的是条件而不是主机：%1。</translation>
    </message>
    <message>
        <source>Add machines from ~/.ssh/config</source>
        <translation>从 ~/.ssh/config 添加机器</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Reached through</source>
        <translation>经由</translation>
    </message>
    <message>
        <source>Hosts of ~/.ssh/config</source>
        <translation>~/.ssh/config 中的主机</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Only the names are stored: address, user, key and jump hosts stay in your SSH configuration and are read again for each connection. Nothing has been connected to yet. Machines you add are tried one after the other; one that has a question, such as a new host key, waits on its card until you choose Log in.</source>
        <translation>只保存名称：地址、用户、密钥和跳板机仍留在您的 SSH 配置中，每次连接时重新读取。目前尚未连接任何主机。添加之后会尝试连接这些机器；若某台机器有问题要问（例如新的主机密钥），它会在卡片上等待，直到您选择“登录”。</translation>
    </message>
    <message>
        <source>No host was found. ~/.ssh/config names none, or there is no such file. Add a machine by its ssh command instead.</source>
        <translation>没有找到主机：~/.ssh/config 中没有写主机，或者没有这个文件。请改用 ssh 命令添加机器。</translation>
    </message>
    <message>
        <source>a ProxyCommand</source>
        <translation>ProxyCommand</translation>
    </message>
    <message>
        <source>directly</source>
        <translation>直接连接</translation>
    </message>
    <message>
        <source>%1 (is a machine already)</source>
        <translation>%1（已是机器）</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>您自己的用户名</translation>
    </message>
    <message>
        <source>%1, %2, user %3, %4</source>
        <translation>%1，%2，用户 %3，%4</translation>
    </message>
    <message numerus="yes">
        <source>Add %n machine(s)</source>
        <translation>
            <numerusform>添加 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>Tick a host first.</source>
        <translation>请先勾选主机。</translation>
    </message>
</context>
<context>
    <name>trainyard::InstallRules</name>
    <message>
        <source>What pip downloads stays in the image.</source>
        <translation>pip 下载的文件会留在镜像中。</translation>
    </message>
    <message>
        <source>%1 is installed without a version.</source>
        <translation>安装 %1 时没有写版本。</translation>
    </message>
    <message>
        <source>The wheel of %1 brings CUDA %2, the image has CUDA %3.</source>
        <translation>%1 的 wheel 自带 CUDA %2，而镜像中是 CUDA %3。</translation>
    </message>
    <message>
        <source>%1 without a version may bring another PyTorch.</source>
        <translation>不写版本的 %1 可能会带来另一个 PyTorch。</translation>
    </message>
    <message>
        <source>PyTorch is taken from conda.</source>
        <translation>PyTorch 取自 conda。</translation>
    </message>
    <message>
        <source>apt-key adds a key.</source>
        <translation>用 apt-key 添加密钥。</translation>
    </message>
    <message>
        <source>apt-get install without apt-get update in the same RUN.</source>
        <translation>apt-get install 所在的 RUN 中没有 apt-get update。</translation>
    </message>
    <message>
        <source>The package lists are left in the image.</source>
        <translation>软件包列表被留在镜像中。</translation>
    </message>
    <message>
        <source>%1 is not a valid Python package.</source>
        <translation>%1 不是 Python 软件包。</translation>
    </message>
    <message>
        <source>The package %1 is not what its name suggests: install %2.</source>
        <translation>%1 并不是这个名字所指的软件：请安装 %2。</translation>
    </message>
    <message>
        <source>The package lists are fetched in a separate layer.</source>
        <translation>软件包列表在单独的一层中获取。</translation>
    </message>
    <message>
        <source>%1 is the package used before Docker 19.03.</source>
        <translation>%1 是 Docker 19.03 之前的软件包。</translation>
    </message>
    <message>
        <source>%1 installs a driver in the image.</source>
        <translation>%1 会把驱动装进镜像。</translation>
    </message>
    <message>
        <source>apt-get install would ask for confirmation.</source>
        <translation>apt-get install 会提问。</translation>
    </message>
</context>
<context>
    <name>trainyard::InstanceService</name>
    <message>
        <source>The machine is not in a state for this: refresh, then try again.</source>
        <translation>机器当前的状态不允许此操作：请刷新，然后重试。</translation>
    </message>
    <message>
        <source>The machine is being given back: wait until it is gone, then ask for another one.</source>
        <translation>机器正在退还：请等它消失后再申请另一台。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be written: check its permissions and the disk.</source>
        <translation>无法写入文件夹 %1：请检查其权限和磁盘。</translation>
    </message>
</context>
<context>
    <name>trainyard::KernelLogChecks</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Xid %1 on %2, %3 times: %4.</source>
        <translation>%2 上的 Xid %1，%3 次：%4。</translation>
    </message>
    <message>
        <source>The last was %1 hours ago.</source>
        <translation>最近一次在 %1 小时前。</translation>
    </message>
    <message>
        <source>The kernel killed %1 processes since the machine started, because memory ran out.</source>
        <translation>机器启动以来，内核因内存用尽结束了 %1 个进程。</translation>
    </message>
    <message>
        <source>Use fewer data loader workers or a machine with more memory.</source>
        <translation>减少数据加载进程，或换内存更大的机器。</translation>
    </message>
    <message>
        <source>SXid %1 on NVSwitch %2, %3 times; not fatal.</source>
        <translation>NVSwitch %2 上的 SXid %1，%3 次；非致命。</translation>
    </message>
    <message>
        <source>SXid %1 on NVSwitch %2, %3 times; fatal.</source>
        <translation>NVSwitch %2 上的 SXid %1，%3 次；致命。</translation>
    </message>
    <message>
        <source>With SXid, the driver reports in the kernel log that a switch between GPUs failed. After a fatal one, programs that use its links hang or end.</source>
        <translation>驱动程序通过 SXid 在内核日志中说明 GPU 之间的交换芯片出了故障。致命错误之后，使用其链路的程序会卡住或终止。</translation>
    </message>
    <message>
        <source>Restart the machine, which resets GPUs and switches together. If it happens again, return the machine or have it repaired.</source>
        <translation>请重启机器，这会同时重置 GPU 和交换芯片。如果再次出现，请退还机器或送修。</translation>
    </message>
    <message>
        <source>Xid %1 on %2, %3 times; its meaning is unknown.</source>
        <translation>%2 上的 Xid %1，%3 次；没有资料说明它的含义。</translation>
    </message>
    <message>
        <source>This GPU does not belong to this container.</source>
        <translation>那块 GPU 不属于这个容器。</translation>
    </message>
    <message>
        <source>With Xid, the driver reports in the kernel log that a GPU or the work on it failed.</source>
        <translation>驱动用 Xid 在内核日志里说明某块 GPU 或在它上面的工作失败了。</translation>
    </message>
    <message>
        <source>No Xid in the kernel log.</source>
        <translation>内核日志里没有 Xid。</translation>
    </message>
    <message>
        <source>No Xid in the kernel log of the last %1 hours; earlier entries are gone.</source>
        <translation>最近 %1 小时的内核日志里没有 Xid；更早的已不在了。</translation>
    </message>
    <message>
        <source>%1 older lines about the driver or memory were not read, because there were too many.</source>
        <translation>有 %1 行更早的、关于驱动或内存的日志太多，没有读取。</translation>
    </message>
    <message>
        <source>The machine reports: %1</source>
        <translation>机器说：%1</translation>
    </message>
    <message>
        <source>This user cannot read the kernel log, so it is unknown whether it contains GPU errors.</source>
        <translation>这个用户不能读内核日志，因此没人知道其中有没有 GPU 错误。</translation>
    </message>
    <message>
        <source>The GPUs are simulated; there is no driver log.</source>
        <translation>GPU 是模拟的；没有会写日志的驱动。</translation>
    </message>
    <message>
        <source>A training process that disappears without a message was usually killed this way.</source>
        <translation>不声不响消失的训练进程大多是这样被结束的。</translation>
    </message>
</context>
<context>
    <name>trainyard::KeyCommands</name>
    <message>
        <source>The key is %1. Give your provider this line, or append it to ~/.ssh/authorized_keys on the machine:</source>
        <translation>密钥是 %1。请把下面这一行交给服务商，或追加到机器上的 ~/.ssh/authorized_keys：</translation>
    </message>
    <message>
        <source>The key was copied to %1.</source>
        <translation>密钥已复制到 %1。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>有</translation>
    </message>
    <message>
        <source>no</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Name one key.</source>
        <translation>请给出一个密钥的名称。</translation>
    </message>
    <message>
        <source>Prints the public line of a key, for the provider&apos;s console or ~/.ssh/authorized_keys.</source>
        <translation>打印密钥的公钥行，用于服务商的控制台或 ~/.ssh/authorized_keys。</translation>
    </message>
    <message>
        <source>Choose a private key file. Give it a new name if you like.</source>
        <translation>选择一个私钥文件，也可以给它起个新名称。</translation>
    </message>
    <message>
        <source>The public key can only be derived from the private key. Print it with: ssh-keygen -y -f %1</source>
        <translation>公钥只能由私钥得出。显示公钥：ssh-keygen -y -f %1</translation>
    </message>
    <message>
        <source>There is no terminal to ask for a passphrase. Add --no-passphrase to generate a key without one.</source>
        <translation>没有可以询问口令的终端。加上 --no-passphrase 可生成不带口令的密钥。</translation>
    </message>
    <message>
        <source>Passphrase for the new key (empty for none): </source>
        <translation>新密钥的口令（留空表示不设）：</translation>
    </message>
    <message>
        <source>Repeat the passphrase: </source>
        <translation>再输入一次口令：</translation>
    </message>
    <message>
        <source>The passphrases differ. No key was generated; try again.</source>
        <translation>两次输入的口令不同。没有生成密钥，请重试。</translation>
    </message>
    <message>
        <source>Name the new key.</source>
        <translation>请为密钥命名。</translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all keys.</source>
        <translation>此命令不接受参数：会列出所有密钥。</translation>
    </message>
    <message>
        <source>Generates a key (Ed25519), asks for a passphrase and prints the line for the provider&apos;s console.</source>
        <translation>生成密钥（Ed25519），询问口令，并打印要粘贴到服务商控制台的那一行。</translation>
    </message>
    <message>
        <source>Copies a private key into Trainyard&apos;s keys. The original is not changed.</source>
        <translation>把私钥复制到 Trainyard 的密钥中。原文件不变。</translation>
    </message>
    <message>
        <source>Lists Trainyard&apos;s keys and the machines that use them.</source>
        <translation>列出 Trainyard 的密钥，以及使用它们的机器。</translation>
    </message>
</context>
<context>
    <name>trainyard::KeyDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Passphrase again</source>
        <translation>再次输入口令</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Generate a key</source>
        <translation>生成密钥</translation>
    </message>
    <message>
        <source>A new key</source>
        <translation>新密钥</translation>
    </message>
    <message>
        <source>Give the key a name.</source>
        <translation>请给密钥起个名称。</translation>
    </message>
    <message>
        <source>Name of the key file, which stays on this computer.</source>
        <translation>密钥文件的名称；文件留在这台电脑上。</translation>
    </message>
    <message>
        <source>Protects the key file. Without one, anyone who gets the file can log in.</source>
        <translation>用来保护密钥文件。留空的话，拿到文件的人就能登录。</translation>
    </message>
    <message>
        <source>A key pair: the private key stays here, the public key is a line that you give to your provider. Ed25519, as created by ssh-keygen.</source>
        <translation>密钥是一对：私钥留在这里，公钥是交给服务商的一行文字。类型为 Ed25519，与 ssh-keygen 生成的一样。</translation>
    </message>
    <message>
        <source>The passphrases do not match. Enter them again.</source>
        <translation>两次输入的口令不一致，请重新输入。</translation>
    </message>
</context>
<context>
    <name>trainyard::KeyPart</name>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Generate a key…</source>
        <translation>生成密钥…</translation>
    </message>
    <message>
        <source>Public key, for the provider&apos;s console</source>
        <translation>公钥，用于服务商的控制台</translation>
    </message>
    <message>
        <source>%1, with a passphrase</source>
        <translation>%1，设有口令</translation>
    </message>
    <message>
        <source>Choose a private key</source>
        <translation>选择私钥</translation>
    </message>
    <message>
        <source>Copy public key</source>
        <translation>复制公钥</translation>
    </message>
    <message>
        <source>Paste it into the provider&apos;s console, or append it to ~/.ssh/authorized_keys on the machine.</source>
        <translation>把它粘贴到服务商的控制台，或追加到机器上的 ~/.ssh/authorized_keys。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>keys from your agent and ~/.ssh</source>
        <translation>agent 和 ~/.ssh 中的密钥</translation>
    </message>
    <message>
        <source>The private key stays on this computer. You are asked for its passphrase if it has one.</source>
        <translation>私钥留在这台电脑上。如果设有口令，会向你询问。</translation>
    </message>
    <message>
        <source>The public key can only be derived from the private key.</source>
        <translation>只有私钥本身才能得出这个密钥的公钥。</translation>
    </message>
</context>
<context>
    <name>trainyard::KeyTable</name>
    <message>
        <source>%1, %2</source>
        <comment>two keys</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有页面</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>显示此列表</translation>
    </message>
    <message>
        <source>Pages of the rail, from the top</source>
        <translation>侧栏各页面，自上而下</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <comment>from this key to that one</comment>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Launch a run</source>
        <translation>启动运行</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Filter or find</source>
        <translation>筛选或查找</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Press the focused button</source>
        <translation>按下获得焦点的按钮</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Machines and health</source>
        <translation>机器与健康</translation>
    </message>
    <message>
        <source>Edit the machine</source>
        <translation>编辑机器</translation>
    </message>
    <message>
        <source>Check the machine&apos;s health</source>
        <translation>检查机器健康状况</translation>
    </message>
    <message>
        <source>Offers and transfers</source>
        <translation>报价与传输</translation>
    </message>
    <message>
        <source>Details of an offer</source>
        <translation>报价详情</translation>
    </message>
    <message>
        <source>Pin an offer to compare</source>
        <translation>固定报价以便比较</translation>
    </message>
    <message>
        <source>Cancel or remove a transfer</source>
        <translation>取消或移除传输</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Show this moment in the log</source>
        <translation>在日志中显示该时刻</translation>
    </message>
    <message>
        <source>Charts as a table</source>
        <translation>以表格显示图表</translation>
    </message>
    <message>
        <source>Logarithmic loss</source>
        <translation>损失用对数坐标</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Go to a line</source>
        <translation>跳到某一行</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Show the line&apos;s moment in the charts</source>
        <translation>在图表中显示该行的时刻</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Next or previous part of the window</source>
        <translation>窗口的下一区域或上一区域</translation>
    </message>
    <message>
        <source>Close a dialog without changes</source>
        <translation>关闭对话框，不做任何更改</translation>
    </message>
    <message>
        <source>Run the action of a card</source>
        <translation>执行卡片上的操作</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Remove the machine (asks first)</source>
        <translation>移除机器（会先确认）</translation>
    </message>
    <message>
        <source>Collapse or expand a group</source>
        <translation>折叠或展开分组</translation>
    </message>
    <message>
        <source>Select a run</source>
        <translation>勾选运行</translation>
    </message>
    <message>
        <source>Show or hide the attempts of a run</source>
        <translation>显示或隐藏运行的各次尝试</translation>
    </message>
    <message>
        <source>Delete runs (asks first)</source>
        <translation>删除运行（会先确认）</translation>
    </message>
    <message>
        <source>Copy an offer&apos;s row</source>
        <translation>复制报价行</translation>
    </message>
    <message>
        <source>Pause or resume a transfer</source>
        <translation>暂停或继续传输</translation>
    </message>
    <message>
        <source>Move a transfer up or down</source>
        <translation>上移或下移传输</translation>
    </message>
    <message>
        <source>Read the values at a moment</source>
        <translation>读取某一时刻的数值</translation>
    </message>
    <message>
        <source>Move along the time axis</source>
        <translation>沿时间轴移动</translation>
    </message>
    <message>
        <source>Next or previous chart</source>
        <translation>切换图表</translation>
    </message>
    <message>
        <source>Zoom in or out</source>
        <translation>放大或缩小</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>Next or previous event</source>
        <translation>下一个或上一个事件</translation>
    </message>
    <message>
        <source>Steps or time on the axis</source>
        <translation>横轴按步数或时间</translation>
    </message>
    <message>
        <source>Copy the picture or the values</source>
        <translation>复制图片或数值</translation>
    </message>
    <message>
        <source>Next or previous error</source>
        <translation>下一个或上一个错误</translation>
    </message>
    <message>
        <source>Collapse or expand a progress bar</source>
        <translation>折叠或展开进度条</translation>
    </message>
    <message>
        <source>Copy the selection or the line</source>
        <translation>复制所选内容或整行</translation>
    </message>
    <message>
        <source>Find anything and do it</source>
        <translation>查找并执行任何操作</translation>
    </message>
    <message>
        <source>Tags of the selected runs</source>
        <translation>所选运行的标签</translation>
    </message>
    <message>
        <source>Pin or archive the selected runs</source>
        <translation>置顶或归档所选运行</translation>
    </message>
    <message>
        <source>Undo the last of these</source>
        <translation>撤销上一次操作</translation>
    </message>
    <message>
        <source>Columns and order of the list</source>
        <translation>列表的列和排序</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Launch it</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Offer what can be written here</source>
        <translation>显示此处可以写的内容</translation>
    </message>
    <message>
        <source>Explain the key at the cursor</source>
        <translation>解释光标处的键</translation>
    </message>
    <message>
        <source>Indent, or back</source>
        <translation>缩进或取消缩进</translation>
    </message>
    <message>
        <source>Leave the editor with Tab</source>
        <translation>用 Tab 离开编辑器</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <comment>two keys</comment>
        <translation>先按 %1，再按 %2</translation>
    </message>
    <message>
        <source>Tab leaves or indents</source>
        <translation>切换 Tab 为离开或缩进</translation>
    </message>
    <message>
        <source>Comment or uncomment lines</source>
        <translation>注释或取消注释行</translation>
    </message>
    <message>
        <source>Next or previous problem</source>
        <translation>下一个或上一个问题</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>Leave the terminal (all other keys go to its program)</source>
        <translation>离开终端（其他按键都交给终端里的程序）</translation>
    </message>
    <message>
        <source>Copy the selection, paste</source>
        <translation>复制所选内容、粘贴</translation>
    </message>
    <message>
        <source>Find in the terminal</source>
        <translation>在终端中查找</translation>
    </message>
    <message>
        <source>Scroll up or down</source>
        <translation>向上或向下滚动</translation>
    </message>
    <message>
        <source>Larger or smaller text</source>
        <translation>放大或缩小文字</translation>
    </message>
    <message>
        <source>Usual size of the text</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Open or close a terminal</source>
        <translation>打开或关闭终端</translation>
    </message>
    <message>
        <source>Next or previous terminal</source>
        <translation>下一个或上一个终端</translation>
    </message>
    <message>
        <source>Groups of the list</source>
        <translation>列表的分组</translation>
    </message>
    <message>
        <source>Details of the selected run, show or hide</source>
        <translation>显示或隐藏所选运行的详情</translation>
    </message>
    <message>
        <source>Copy the selected rows as text</source>
        <translation>将所选行复制为文本</translation>
    </message>
</context>
<context>
    <name>trainyard::Keyring</name>
    <message>
        <source>The keyring is locked: unlock it and try again.</source>
        <translation>密钥环已锁定：请解锁后再试。</translation>
    </message>
    <message>
        <source>There is no keyring here: start GNOME Keyring, KWallet or KeePassXC, or set the secret as a variable of your environment.</source>
        <translation>这里没有密钥环：请启动 GNOME Keyring、KWallet 或 KeePassXC，或者把密钥设为环境变量。</translation>
    </message>
    <message>
        <source>The keyring did not do what it was asked: try again, or look at it in its own program.</source>
        <translation>密钥环没有完成请求：请再试一次，或在它自己的程序中查看。</translation>
    </message>
    <message>
        <source>The keyring asks for its password: enter it there and try again.</source>
        <translation>密钥环要求输入密码：请在它的窗口中输入，然后再试。</translation>
    </message>
    <message>
        <source>The keyring has no default collection: create one in its own program.</source>
        <translation>密钥环没有默认集合：请在它自己的程序中创建一个。</translation>
    </message>
    <message>
        <source>The keyring has no secret “%1” of Trainyard. Add it with: yard secret set %1</source>
        <translation>密钥环中没有 Trainyard 的密钥“%1”。可用此命令添加：yard secret set %1</translation>
    </message>
    <message>
        <source>A secret has 1 to %1 characters, and none of them is NUL.</source>
        <translation>密钥有 1 到 %1 个字符，且不能含有 NUL。</translation>
    </message>
    <message>
        <source>Trainyard: %1</source>
        <comment>a secret in the keyring</comment>
        <translation>Trainyard：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::KeysDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Filter by action or key</source>
        <translation>按操作或按键筛选</translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchChecks</name>
    <message>
        <source>Asking for its GPUs…</source>
        <translation>正在询问它的 GPU…</translation>
    </message>
    <message>
        <source>Asking for its driver, to judge the image…</source>
        <translation>正在询问它的驱动，以判断镜像…</translation>
    </message>
    <message>
        <source>Asking for the room on its disk…</source>
        <translation>正在询问它的磁盘空间…</translation>
    </message>
    <message>
        <source>Whether its GPUs are free is not known: the machine has not answered.</source>
        <translation>不知道它的 GPU 是否空闲：机器没有应答。</translation>
    </message>
    <message>
        <source>Whether the image runs is not known: the machine has not answered.</source>
        <translation>不知道镜像能否运行：机器没有应答。</translation>
    </message>
    <message>
        <source>The room on its disk is not known: the machine has not answered.</source>
        <translation>不知道它的磁盘空间：机器没有应答。</translation>
    </message>
    <message>
        <source>The task asks for no GPU, and the machine has none.</source>
        <translation>任务不需要 GPU，机器也没有 GPU。</translation>
    </message>
    <message>
        <source>Simulated GPUs are always free.</source>
        <translation>模拟的 GPU 始终空闲。</translation>
    </message>
    <message>
        <source>Whether its GPUs are free is not known.</source>
        <translation>不知道它的 GPU 是否空闲。</translation>
    </message>
    <message numerus="yes">
        <source>All of its %n GPU(s) are free.</source>
        <translation>
            <numerusform>全部 %n 个 GPU 都空闲。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only %1 of %2 GPUs free, and the task does not say how many it needs.</source>
        <translation>%2 个 GPU 中只有 %1 个空闲，而任务没有说明需要多少个。</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs free; the task needs %3.</source>
        <translation>%2 个 GPU 中有 %1 个空闲；任务需要 %3 个。</translation>
    </message>
    <message>
        <source>Only %1 of %2 GPUs free, and the task needs %3.</source>
        <translation>%2 个 GPU 中只有 %1 个空闲，而任务需要 %3 个。</translation>
    </message>
    <message>
        <source>In use: GPU %1.</source>
        <translation>使用中：GPU %1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between GPUs</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Images are not judged for simulated GPUs.</source>
        <translation>模拟的 GPU 不判断镜像。</translation>
    </message>
    <message>
        <source>Whether the image runs on this machine is not known.</source>
        <translation>不知道镜像能否在这台机器上运行。</translation>
    </message>
    <message>
        <source>How much room its disk has is not known.</source>
        <translation>不知道它的磁盘还有多少空间。</translation>
    </message>
    <message>
        <source>Its home folder is full (%1 free): make room there first.</source>
        <translation>它的主目录已满（剩余 %1）：请先腾出空间。</translation>
    </message>
    <message>
        <source>Only %1 free in its home folder: checkpoints or the image may not fit.</source>
        <translation>它的主目录只剩 %1：检查点或镜像可能放不下。</translation>
    </message>
    <message>
        <source>%1 free in its home folder.</source>
        <translation>它的主目录剩余 %1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between keys</comment>
        <translation>，</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> 以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>What differs from the last run was not recorded.</source>
        <translation>没有记录与上次运行的差异。</translation>
    </message>
    <message>
        <source>Nothing differs from the last run.</source>
        <translation>与上次运行没有差异。</translation>
    </message>
    <message>
        <source>The task is that of the last run; whether the code is, was not recorded.</source>
        <translation>任务与上次运行相同；代码是否相同没有记录。</translation>
    </message>
    <message>
        <source>Differs from the last run in %1.</source>
        <translation>与上次运行的差异：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the code differ from the last run.</source>
        <translation>
            <numerusform>代码中有 %n 个文件与上次运行不同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the code and %1 differ from the last run.</source>
        <translation>
            <numerusform>代码中有 %n 个文件以及 %1 与上次运行不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>About %1 and %2, if it runs as long as the last time.</source>
        <translation>如果运行时间与上次相同，约 %1、%2。</translation>
    </message>
    <message>
        <source>About %1, like the last time. What it costs is not known: the machine has no price.</source>
        <translation>约 %1，与上次相同。费用未知：这台机器没有价格。</translation>
    </message>
    <message>
        <source>At most %1, for %2.</source>
        <translation>最多 %1，运行 %2。</translation>
    </message>
    <message>
        <source>How long it takes is not known: run 100 steps, or set limits.hours.</source>
        <translation>不知道需要多久：请先运行 100 步，或设置 limits.hours。</translation>
    </message>
    <message>
        <source>It names no checkpoints: what a stop interrupts begins again.</source>
        <translation>没有指定检查点：中断后只能从头开始。</translation>
    </message>
    <message>
        <source>Nothing tells the program to resume: set checkpoints.resume.</source>
        <translation>没有告诉程序如何恢复：请设置 checkpoints.resume。</translation>
    </message>
    <message>
        <source>It saves to %1, and has resumed before.</source>
        <translation>保存到 %1，并且曾经恢复过。</translation>
    </message>
    <message>
        <source>It saves to %1. Whether it resumes from there was never tried.</source>
        <translation>保存到 %1。从未试过能否从那里恢复。</translation>
    </message>
    <message>
        <source>this month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>The budget of %1 for %2 is used up: raise it first.</source>
        <translation>%2 的预算 %1 已用完：请先提高预算。</translation>
    </message>
    <message>
        <source>%1 of %2 left for %3.</source>
        <translation>%3 还剩 %2 中的 %1。</translation>
    </message>
    <message>
        <source>&apos;gpus&apos; names %1 GPUs, but the task asks for %2: correct one of the two.</source>
        <translation>“gpus”指定了 %1 块 GPU，而任务要求 %2 块：请修改其中之一。</translation>
    </message>
    <message>
        <source>GPUs that it is given are in use: %1.</source>
        <translation>分配给它的 GPU 正被占用：%1。</translation>
    </message>
    <message>
        <source>GPUs that it is given: %1. They are free now.</source>
        <translation>分配给它的 GPU：%1，目前空闲。</translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchController</name>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchFacts</name>
    <message>
        <source>The record of the launch cannot be read, so nothing is compared with it.</source>
        <translation>无法读取启动时的记录，因此不作比较。</translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchPage</name>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open a task file…</source>
        <translation>打开任务文件…</translation>
    </message>
    <message>
        <source>On which machine?</source>
        <translation>在哪台机器上？</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>What should run?</source>
        <translation>运行什么？</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Task file</source>
        <translation>任务文件</translation>
    </message>
    <message>
        <source>What will run</source>
        <translation>将要运行的命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No machine chosen</source>
        <translation>没有选择机器</translation>
    </message>
    <message>
        <source>Its GPUs, engines and disk appear here.</source>
        <translation>这里会显示它的 GPU、引擎和磁盘。</translation>
    </message>
    <message>
        <source>Asking the machine…</source>
        <translation>正在询问机器…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between engines</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n 核</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Line %1:%2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>Open a task file</source>
        <translation>打开任务文件</translation>
    </message>
    <message>
        <source>Task files (*.yaml *.yml);;All files (*)</source>
        <translation>任务文件 (*.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a machine first.</source>
        <translation>请先选一台机器。</translation>
    </message>
    <message>
        <source>This cannot be launched as it is.</source>
        <translation>这样无法启动。</translation>
    </message>
    <message>
        <source>Cancelled; nothing was started.</source>
        <translation>已取消，什么都没有启动。</translation>
    </message>
    <message>
        <source>The run was not started.</source>
        <translation>运行没有启动。</translation>
    </message>
    <message>
        <source>The exact command is not known yet.</source>
        <translation>确切的命令还不知道。</translation>
    </message>
    <message>
        <source>Environment…</source>
        <translation>环境…</translation>
    </message>
    <message>
        <source>unknown model</source>
        <translation>未知型号</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
    <message>
        <source>Could not reach %1.</source>
        <translation>无法连接 %1。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Could not reach the machine.</source>
        <translation>无法连接这台机器。</translation>
    </message>
    <message>
        <source>Generates a Dockerfile and related files, or checks an existing one.</source>
        <translation>生成 Dockerfile 及相关文件，或检查已有的。</translation>
    </message>
    <message>
        <source>No machines yet. Add one, or start the sandbox on the home page.</source>
        <translation>还没有机器。请添加一台，或者在首页启动沙箱。</translation>
    </message>
    <message>
        <source>Updates as you edit, and is saved with the run.</source>
        <translation>随你的选择更新，并与运行一起保存。</translation>
    </message>
    <message>
        <source>What stays on the machine</source>
        <translation>机器上会留下的内容</translation>
    </message>
    <message>
        <source>No information: the machine could not be reached.</source>
        <translation>没有信息：无法连接这台机器。</translation>
    </message>
    <message>
        <source>This is not a valid task file.</source>
        <translation>这不是有效的任务文件。</translation>
    </message>
    <message>
        <source>It is too large for a task file.</source>
        <translation>文件太大，不像任务文件。</translation>
    </message>
    <message>
        <source>Enter what to run, or open a task file.</source>
        <translation>请填写要运行的内容，或者打开任务文件。</translation>
    </message>
    <message>
        <source>The task has errors, shown on the left.</source>
        <translation>任务有错误，见左侧。</translation>
    </message>
    <message>
        <source>It is already launching.</source>
        <translation>正在启动。</translation>
    </message>
    <message>
        <source>Enter what to run first.</source>
        <translation>请先填写要运行的内容。</translation>
    </message>
    <message>
        <source>Fix the task first.</source>
        <translation>请先改正任务。</translation>
    </message>
    <message>
        <source>The form can be used again when the errors in the task file are corrected.</source>
        <translation>任务文件中的错误改正后，才能再用表单。</translation>
    </message>
    <message>
        <source>The image was not entered.</source>
        <translation>没有填入这个镜像。</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Makes a task from a docker run command, an sbatch script or a dstack file.</source>
        <translation>根据 docker run 命令、sbatch 脚本或 dstack 文件生成任务。</translation>
    </message>
    <message>
        <source>Comments, and keys that have no effect here. The form keeps them.</source>
        <translation>注释，以及在此不起作用的键。表单会保留它们。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) only in the file</source>
        <translation>
            <numerusform>仅在文件中的行：%n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::LaunchPlan</name>
    <message>
        <source>The secret %1 has no value. Set it before launching.</source>
        <translation>密钥变量 %1 没有值。请在启动前设置。</translation>
    </message>
    <message>
        <source>The value of %1 contains a NUL character. Remove it.</source>
        <translation>%1 的值含有 NUL 字符。请删除。</translation>
    </message>
    <message>
        <source>A container needs an image. Set resources.image_id, or choose the engine `process`.</source>
        <translation>容器需要镜像。请设置 resources.image_id，或者选择引擎 process。</translation>
    </message>
    <message>
        <source>checkpoints.dir must be an absolute path, like /checkpoints.</source>
        <translation>checkpoints.dir 必须是绝对路径，例如 /checkpoints。</translation>
    </message>
    <message>
        <source>checkpoints.dir cannot contain a comma or a double quote in a container.</source>
        <translation>用容器时，checkpoints.dir 不能含有逗号或双引号。</translation>
    </message>
    <message>
        <source>There is nothing to run. Fill in `run`.</source>
        <translation>没有要运行的内容。请填写 run。</translation>
    </message>
    <message>
        <source>`run` and `setup` cannot contain NUL characters.</source>
        <translation>run 和 setup 不能含有 NUL 字符。</translation>
    </message>
    <message>
        <source>No engine was chosen for this run.</source>
        <translation>这个运行没有选择引擎。</translation>
    </message>
    <message>
        <source>The path of this checkpoint contains control characters. Rename it first.</source>
        <translation>这个检查点的路径含有控制字符。请先改名。</translation>
    </message>
    <message>
        <source>`shutdown` cannot contain NUL characters.</source>
        <translation>`shutdown` 不能包含 NUL 字符。</translation>
    </message>
    <message>
        <source>tensorboard cannot name a folder with a comma or a double quote in a container.</source>
        <translation>用容器时，tensorboard 里的文件夹不能含有逗号或双引号。</translation>
    </message>
    <message>
        <source>The step of %1 is unknown. Use {path} in checkpoints.resume instead of {step}.</source>
        <translation>不知道 %1 的步数。请在 checkpoints.resume 里用 {path} 代替 {step}。</translation>
    </message>
    <message>
        <source>%1 is not a valid variable name for the run. Use letters, digits and underscores, and no name that begins with TRAINYARD_.</source>
        <translation>%1 不能作为运行的变量名。只用字母、数字和下划线，并且不要以 TRAINYARD_ 开头。</translation>
    </message>
    <message>
        <source>The engine `process` does not use an image. Remove image_id, or choose docker or podman.</source>
        <translation>引擎 process 不使用镜像。请删除 image_id，或者选择 docker 或 podman。</translation>
    </message>
    <message>
        <source>%1 is not a valid image name. Correct resources.image_id.</source>
        <translation>%1 不是有效的镜像名。请修改 resources.image_id。</translation>
    </message>
    <message>
        <source>“%1” cannot be passed through $TRAINYARD_RESUME_ARGS. Leave out spaces and characters with a meaning for the shell.</source>
        <translation>“%1”无法通过 $TRAINYARD_RESUME_ARGS 传递。请去掉空格和 shell 会解释的符号。</translation>
    </message>
    <message>
        <source>`run` contains more than one command, so it is unclear which of them resumes. Add $TRAINYARD_RESUME_ARGS to the command that loads the checkpoint.</source>
        <translation>run 里不止一条命令，无法确定由哪一条续跑。请把 $TRAINYARD_RESUME_ARGS 加在加载检查点的命令后面。</translation>
    </message>
    <message>
        <source>“%1” is not a valid run ID.</source>
        <translation>“%1”不能作为运行的编号。</translation>
    </message>
    <message>
        <source>%1 needs exactly one line in `run` that starts Python, like python train.py. Write its line there and remove `launcher`.</source>
        <translation>%1 要求 `run` 中正好有一行启动 Python，例如 python train.py。请在那里直接写它的命令，并删除 `launcher`。</translation>
    </message>
    <message>
        <source>%1 cannot be mounted. Correct `mounts`.</source>
        <translation>%1 无法挂载。请更正 `mounts`。</translation>
    </message>
    <message>
        <source>The engine `process` cannot mount folders at %1. Use their own paths in `run` and remove `mounts`, or choose docker or podman.</source>
        <translation>引擎 `process` 不能把文件夹挂载到 %1。请在 `run` 中使用它们原来的路径并删除 `mounts`，或者选择 docker 或 podman。</translation>
    </message>
    <message>
        <source>The engine `process` always has the network of the machine. Remove `network`, or choose docker or podman.</source>
        <translation>引擎 `process` 总是使用机器的网络。请删除 `network`，或者选择 docker 或 podman。</translation>
    </message>
    <message>
        <source>Both `gpus` and a variable choose GPUs. Remove one of the two.</source>
        <translation>`gpus` 和变量都选择了 GPU。请删去其中一个。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s launcher ignores which GPUs were chosen. Set `launcher: torchrun`, which starts DeepSpeed as well, or choose docker or podman and `gpus`.</source>
        <translation>DeepSpeed 的启动器会忽略所选的 GPU。请设置 `launcher: torchrun`（同样可启动 DeepSpeed），或选择 docker 或 podman 并使用 `gpus`。</translation>
    </message>
</context>
<context>
    <name>trainyard::Launcher</name>
    <message>
        <source>Starting with %1</source>
        <translation>正在用 %1 启动</translation>
    </message>
    <message>
        <source>Sending the run directory</source>
        <translation>正在发送运行目录</translation>
    </message>
    <message>
        <source>Copying %1</source>
        <translation>正在复制 %1</translation>
    </message>
    <message>
        <source>The engine %1 did not start %2: %3</source>
        <translation>引擎 %1 没有启动 %2：%3</translation>
    </message>
    <message>
        <source>A run&apos;s name cannot begin with a dash, because commands would take it for an option: change “name” in the task.</source>
        <translation>运行名称不能以连字符开头，否则命令会把它当作选项：请修改任务文件中的 name。</translation>
    </message>
    <message>
        <source>It is unclear whether the run started. It is shown as soon as the machine responds.</source>
        <translation>还不确定运行是否已经启动，机器一有回应就会显示。</translation>
    </message>
    <message>
        <source>%1 is still running after it was told to stop. Check it on the machine.</source>
        <translation>已要求 %1 停止，但它还在。请到机器上查看。</translation>
    </message>
    <message>
        <source>This run is already being launched.</source>
        <translation>这个运行已经在启动。</translation>
    </message>
    <message>
        <source>Cancelled before the start.</source>
        <translation>启动前已取消。</translation>
    </message>
    <message>
        <source>The folder of %1 is gone from its machine, so it cannot be stopped from here. Look for its processes on the machine.</source>
        <translation>%1 的文件夹已不在其机器上，无法从那里停止它。请在机器上查找它的进程。</translation>
    </message>
    <message>
        <source>Attempt %1 of %2 is still running, and two attempts would write to the same folder. Stop it first.</source>
        <translation>%2 的第 %1 次尝试仍在进行，两次尝试会写入同一个文件夹。请先停止它。</translation>
    </message>
    <message>
        <source>Fetching %1</source>
        <translation>正在获取 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::LeaseCommand</name>
    <message>
        <source>no end</source>
        <translation>无期限</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>%1 from the last renewal, %2 left</source>
        <translation>自上次续约起 %1，还剩 %2</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>不监视</translation>
    </message>
    <message>
        <source>%1 below %2 % without progress</source>
        <translation>低于 %2 % 且无进展满 %1</translation>
    </message>
    <message>
        <source>Name one run.</source>
        <translation>请指定一个运行。</translation>
    </message>
    <message>
        <source>%1 at %2 per hour: %3, %4 left</source>
        <translation>%1，每小时 %2：可用 %3，还剩 %4</translation>
    </message>
    <message>
        <source>Use either --renew or --extend, not both.</source>
        <translation>请只给出 --renew 或 --extend 之一。</translation>
    </message>
    <message>
        <source>Shows how long a run may continue without this computer; --renew restarts the lease, --extend adds time.</source>
        <translation>显示运行在没有本机时还能继续多久；--renew 重新计时，--extend 延长时间。</translation>
    </message>
</context>
<context>
    <name>trainyard::LeaseFile</name>
    <message>
        <source>A budget needs the machine&apos;s price per hour, in the same currency. Set limits.price, like 2.49 USD.</source>
        <translation>预算需要知道机器每小时的价格，且货币相同。请设置 limits.price，例如 2.49 USD。</translation>
    </message>
</context>
<context>
    <name>trainyard::LeaseKeeper</name>
    <message>
        <source>%1 has no lease on its machine. Set limits.lease in its task before the next launch.</source>
        <translation>%1 在其机器上没有租约。请在下次启动前在任务中设置 limits.lease。</translation>
    </message>
    <message>
        <source>The lease of this run has no end, so there is nothing to extend.</source>
        <translation>此运行的租约没有期限，无需延长。</translation>
    </message>
    <message>
        <source>A lease cannot be longer than ten years. Extend it by less.</source>
        <translation>租约不能超过十年。请缩短延长的时间。</translation>
    </message>
    <message>
        <source>%1 has ended, and its lease with it.</source>
        <translation>%1 已结束，其租约也随之失效。</translation>
    </message>
    <message>
        <source>%1 is already being ended, so its lease can no longer be changed. Resume it from its last checkpoint.</source>
        <translation>%1 已在被结束，其租约不能再更改。请从最后一个检查点恢复。</translation>
    </message>
</context>
<context>
    <name>trainyard::LimitsSection</name>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>At most (h)</source>
        <translation>最长（小时）</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Must be in %1, like the budget.</source>
        <translation>必须与预算一样用 %1。</translation>
    </message>
    <message>
        <source>If idle for (min)</source>
        <translation>空闲达（分钟）</translation>
    </message>
    <message>
        <source>Idle means below (%)</source>
        <translation>低于此值算空闲（%）</translation>
    </message>
    <message>
        <source>Lease (h)</source>
        <translation>租约（小时）</translation>
    </message>
    <message>
        <source>Time to save (min)</source>
        <translation>保存时间（分钟）</translation>
    </message>
    <message>
        <source>Time to end (s)</source>
        <translation>结束时间（秒）</translation>
    </message>
    <message>
        <source>Save when a spot machine is reclaimed</source>
        <translation>云服务商预告收回抢占式机器时保存</translation>
    </message>
    <message>
        <source>Command after the run was ended</source>
        <translation>机器自行结束运行后的命令</translation>
    </message>
    <message>
        <source>Stops if no computer renews it for this long.</source>
        <translation>这么久没有电脑续期就停止。</translation>
    </message>
    <message>
        <source>To switch the machine off, for example. It runs with your permissions, if none of your other runs is active.</source>
        <translation>例如用来关机。以你的权限执行，且仅当你没有其他运行在进行时。</translation>
    </message>
    <message>
        <source>Enter the idle time first.</source>
        <translation>请先填写空闲时间。</translation>
    </message>
</context>
<context>
    <name>trainyard::LinkChecks</name>
    <message>
        <source>PCIe with all %1 lanes.</source>
        <translation>PCIe 全部 %1 条通道。</translation>
    </message>
    <message>
        <source>PCIe with %1 of %2 lanes.</source>
        <translation>PCIe %2 条通道中的 %1 条。</translation>
    </message>
    <message>
        <source>PCIe at generation %1 of %2, though it is busy.</source>
        <translation>PCIe 第 %1 代（最高第 %2 代），尽管它正忙。</translation>
    </message>
    <message>
        <source>Data and gradients cross this link; half the lanes are half the rate.</source>
        <translation>数据和梯度都经过这条链路；通道减半，速度也减半。</translation>
    </message>
    <message>
        <source>No NVLink is in use; the GPUs reach each other over PCIe.</source>
        <translation>没有使用 NVLink；GPU 之间通过 PCIe 通信。</translation>
    </message>
    <message>
        <source>%1 NVLinks are up.</source>
        <translation>有 %1 条 NVLink 连通。</translation>
    </message>
    <message>
        <source>the width of its PCIe link is not provided.</source>
        <translation>未提供它的 PCIe 链路宽度。</translation>
    </message>
    <message>
        <source>Some providers configure it this way (T4 and A10G at AWS); elsewhere it is a bad slot or riser. Measure the copy rate.</source>
        <translation>有些服务商就是这样配置的（AWS 的 T4 和 A10G）；在别处则是插槽或转接卡有问题。请测量复制速度。</translation>
    </message>
    <message>
        <source>the generation of its PCIe link is not provided.</source>
        <translation>未提供它的 PCIe 链路代数。</translation>
    </message>
    <message>
        <source>PCIe at generation %1, its maximum.</source>
        <translation>PCIe 第 %1 代，已是最高。</translation>
    </message>
    <message>
        <source>Check the slot&apos;s settings and PCIe errors in the kernel log.</source>
        <translation>查看插槽的设置，以及内核日志里的 PCIe 错误。</translation>
    </message>
    <message>
        <source>PCIe at generation %1 of %2; this is normal when idle, and only a test under load shows more.</source>
        <translation>PCIe 第 %1 代（最高第 %2 代）；空闲时这是正常的，只有负载下才能知道更多。</translation>
    </message>
    <message>
        <source>Gradients between GPUs use NVLink; one missing link slows down the whole ring.</source>
        <translation>GPU 之间的梯度走 NVLink；少一条链路会拖慢整个环。</translation>
    </message>
    <message>
        <source>its NVLinks are not provided.</source>
        <translation>未提供它的 NVLink。</translation>
    </message>
    <message>
        <source>no NVLink is up, while other GPUs of this model have %1; this is normal without a bridge between the cards.</source>
        <translation>没有 NVLink 连通，而同型号的其他 GPU 有 %1 条；卡之间没有桥接时就是这样。</translation>
    </message>
    <message>
        <source>%1 NVLinks are up, while other GPUs of this model have %2.</source>
        <translation>有 %1 条 NVLink 连通，而同型号的其他 GPU 有 %2 条。</translation>
    </message>
    <message>
        <source>an NVLink is up without a data rate; %1 work normally.</source>
        <translation>有一条 NVLink 连通却没有速率；%1 条正常。</translation>
    </message>
    <message>
        <source>Check the errors of the links; drain and reset. If it persists, return the machine.</source>
        <translation>查看链路的错误；清空任务后复位。若仍存在，退掉这台机器。</translation>
    </message>
    <message>
        <source>The distance between two GPUs decides how fast they can train together.</source>
        <translation>两块 GPU 相距多远，决定它们一起训练能有多快。</translation>
    </message>
    <message>
        <source>The GPU topology has an unknown format.</source>
        <translation>关于 GPU 如何连接的回答，本程序看不懂。</translation>
    </message>
    <message>
        <source>Only one GPU, so there are no connections.</source>
        <translation>只有一块 GPU；没有别的可连。</translation>
    </message>
    <message>
        <source>The two most distant GPUs are connected by: %1.</source>
        <translation>相距最远的两块 GPU 这样连接：%1。</translation>
    </message>
</context>
<context>
    <name>trainyard::LintPane</name>
    <message>
        <source>Text to check</source>
        <translation>要检查的文本</translation>
    </message>
    <message>
        <source>Paste a Dockerfile, a launch command, variables or a task file.</source>
        <translation>请粘贴 Dockerfile、启动命令、变量或任务文件。</translation>
    </message>
    <message>
        <source>Dockerfile</source>
        <translation>Dockerfile</translation>
    </message>
    <message>
        <source>Command or script</source>
        <translation>命令或脚本</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Task file</source>
        <translation>任务文件</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Line %1:%2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between sources</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Sources: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Errors: %1, warnings: %2, hints: %3</source>
        <translation>错误：%1，警告：%2，提示：%3</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>自动判断</translation>
    </message>
    <message>
        <source>No findings</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <source>Findings appear here as you type, each with its reason and fix.</source>
        <translation>输入时会在这里显示，每一条都附有原因和处理办法。</translation>
    </message>
    <message>
        <source>No findings does not mean no problems: text that is not recognized is skipped.</source>
        <translation>没有发现问题不等于没有问题：无法识别的内容会略过。</translation>
    </message>
    <message>
        <source>Suggested: %1</source>
        <translation>建议改为：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::LintRules</name>
    <message>
        <source>Paste the text of one file.</source>
        <translation>请粘贴一个文件的文本。</translation>
    </message>
    <message>
        <source>Everything after it is taken as text, so no command follows.</source>
        <translation>之后的内容都被当作文本，所以后面没有命令。</translation>
    </message>
    <message>
        <source>Close the quote.</source>
        <translation>请闭合引号。</translation>
    </message>
    <message>
        <source>The build stops there.</source>
        <translation>构建会在那里中止。</translation>
    </message>
    <message>
        <source>Write an instruction of the Dockerfile reference; continue long lines with a backslash.</source>
        <translation>请使用 Dockerfile 参考文档中的指令；长行用反斜杠续行。</translation>
    </message>
    <message>
        <source>Write NAME=VALUE.</source>
        <translation>请写成 NAME=VALUE。</translation>
    </message>
    <message>
        <source>nvidia-smi has no such command or option.</source>
        <translation>nvidia-smi 没有这样的命令或选项。</translation>
    </message>
    <message>
        <source>Use the command that does it today.</source>
        <translation>请使用现在的命令。</translation>
    </message>
    <message>
        <source>The nvidia-docker wrappers were for Docker before 19.03; the NVIDIA Container Toolkit took their place.</source>
        <translation>nvidia-docker 用于 19.03 之前的 Docker；现在由 NVIDIA Container Toolkit 取代。</translation>
    </message>
    <message>
        <source>Install nvidia-container-toolkit on the host and start with docker run --gpus all.</source>
        <translation>请在主机上安装 nvidia-container-toolkit，并用 docker run --gpus all 启动。</translation>
    </message>
    <message>
        <source>It works only where that runtime is registered with the engine, and does not look at the image&apos;s conditions.</source>
        <translation>只有在引擎中注册了该运行时才有效，而且不检查镜像的条件。</translation>
    </message>
    <message>
        <source>Use --gpus all with Docker, or --device nvidia.com/gpu=all by CDI.</source>
        <translation>Docker 请用 --gpus all，或通过 CDI 使用 --device nvidia.com/gpu=all。</translation>
    </message>
    <message>
        <source>The module torch.distributed.launch is deprecated and hands --local-rank to the script, which torchrun does not.</source>
        <translation>模块 torch.distributed.launch 已弃用，它会把 --local-rank 传给脚本，而 torchrun 不会。</translation>
    </message>
    <message>
        <source>Use torchrun, and read LOCAL_RANK from the environment.</source>
        <translation>请使用 torchrun，并从环境变量读取 LOCAL_RANK。</translation>
    </message>
    <message>
        <source>What pip finds under this name is not the framework, or refuses to install.</source>
        <translation>pip 以这个名称找到的不是该框架，或拒绝安装。</translation>
    </message>
    <message>
        <source>Install the package by the name it has today.</source>
        <translation>请用现在的名称安装。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s own page gives wheels of pip for today&apos;s releases; builds of conda end with older ones.</source>
        <translation>PyTorch 官网对当前版本提供 pip 的 wheel；conda 只有较旧的版本。</translation>
    </message>
    <message>
        <source>Install with pip from the index of the build you need.</source>
        <translation>请用 pip 从所需构建的索引安装。</translation>
    </message>
    <message>
        <source>NCCL is in the series 2: 2.30 in the middle of 2026.</source>
        <translation>NCCL 仍是 2.x 系列：2026 年中为 2.30。</translation>
    </message>
    <message>
        <source>Name a version 2.x, or leave it to the framework, which brings its own.</source>
        <translation>请写 2.x 版本，或交给自带 NCCL 的框架。</translation>
    </message>
    <message>
        <source>The variable alone gives a container no GPU: only --gpus, CDI or the nvidia runtime does.</source>
        <translation>仅有这个变量不会给容器 GPU：只有 --gpus、CDI 或 nvidia 运行时才会。</translation>
    </message>
    <message>
        <source>Add --gpus all.</source>
        <translation>请加上 --gpus all。</translation>
    </message>
    <message>
        <source>Name the GPUs once, with --gpus.</source>
        <translation>请只用 --gpus 指定一次 GPU。</translation>
    </message>
    <message>
        <source>Name them by CDI: --device nvidia.com/gpu=all.</source>
        <translation>请通过 CDI 指定：--device nvidia.com/gpu=all。</translation>
    </message>
    <message>
        <source>Add --ipc=host, or --shm-size with several GiB.</source>
        <translation>请加上 --ipc=host，或用 --shm-size 给几个 GiB。</translation>
    </message>
    <message>
        <source>RDMA must lock the memory it uses, and the default limit is too low for it.</source>
        <translation>RDMA 必须锁定所用的内存，而默认上限太低。</translation>
    </message>
    <message>
        <source>Add --ulimit memlock=-1.</source>
        <translation>请加上 --ulimit memlock=-1。</translation>
    </message>
    <message>
        <source>Remove it, and pass the devices it is meant for.</source>
        <translation>请去掉它，只传入需要的设备。</translation>
    </message>
    <message>
        <source>Put it before the image.</source>
        <translation>请写在镜像之前。</translation>
    </message>
    <message>
        <source>Write checkpoints to a folder that is mounted from a disk that outlives the container.</source>
        <translation>请把检查点写到从持久磁盘挂载的文件夹。</translation>
    </message>
    <message>
        <source>Without it Trainyard cannot find, check or resume what the run saves.</source>
        <translation>没有它，Trainyard 无法找到、检查或恢复运行保存的内容。</translation>
    </message>
    <message>
        <source>Add a section checkpoints with dir.</source>
        <translation>请添加含有 dir 的 checkpoints 一节。</translation>
    </message>
    <message>
        <source>The hook of the NVIDIA Container Toolkit refuses a container when it gets to a malformed condition.</source>
        <translation>NVIDIA Container Toolkit 的钩子读到格式错误的条件时会拒绝启动容器。</translation>
    </message>
    <message>
        <source>Write terms with blanks between, of factors like cuda&gt;=12.4 with commas between.</source>
        <translation>各项之间用空格，项内的 cuda&gt;=12.4 等因子之间用逗号。</translation>
    </message>
    <message>
        <source>The shell puts the value into the command line, where every user of the machine can read it.</source>
        <translation>shell 会把值放进命令行，机器上的每个用户都能读到。</translation>
    </message>
    <message>
        <source>Write only the name: -e NAME hands over the value without showing it.</source>
        <translation>请只写名称：-e NAME 会传递值而不显示它。</translation>
    </message>
    <message>
        <source>Write it as [&quot;program&quot;, &quot;argument&quot;], or begin with exec.</source>
        <translation>请写成 [&quot;program&quot;, &quot;argument&quot;]，或以 exec 开头。</translation>
    </message>
    <message>
        <source>Download a named version, check its SHA-256, then run it.</source>
        <translation>请下载指定的版本，核对 SHA-256 后再运行。</translation>
    </message>
    <message>
        <source>apt-key is deprecated: its keys are trusted for every package source.</source>
        <translation>apt-key 已弃用：它的密钥对所有软件源都受信任。</translation>
    </message>
    <message>
        <source>Put the key into /etc/apt/keyrings and name it with signed-by.</source>
        <translation>请把密钥放进 /etc/apt/keyrings，并用 signed-by 引用。</translation>
    </message>
    <message>
        <source>Write apt-get update &amp;&amp; apt-get install in one RUN.</source>
        <translation>请在同一个 RUN 中写 apt-get update &amp;&amp; apt-get install。</translation>
    </message>
    <message>
        <source>Add --yes.</source>
        <translation>请加上 --yes。</translation>
    </message>
    <message>
        <source>The package lists stay in the layer.</source>
        <translation>软件包列表会留在这一层中。</translation>
    </message>
    <message>
        <source>End with rm -rf /var/lib/apt/lists/*, or mount a cache there.</source>
        <translation>请在末尾执行 rm -rf /var/lib/apt/lists/*，或在那里挂载缓存。</translation>
    </message>
    <message>
        <source>The next build gets other versions.</source>
        <translation>下次构建会得到其他版本。</translation>
    </message>
    <message>
        <source>The downloaded wheels stay in the layer, several GB with CUDA.</source>
        <translation>下载的 wheel 会留在这一层中，含 CUDA 时有几个 GB。</translation>
    </message>
    <message>
        <source>Open all TCP between the nodes of a job; set MASTER_PORT for the rendezvous.</source>
        <translation>请放行作业各节点之间的全部 TCP；会合端口用 MASTER_PORT 设置。</translation>
    </message>
    <message>
        <source>Check the name in NCCL&apos;s documentation.</source>
        <translation>请在 NCCL 文档中核对名称。</translation>
    </message>
    <message>
        <source>Write one of the known values.</source>
        <translation>请写一个已知的取值。</translation>
    </message>
    <message>
        <source>Other nodes cannot be reached over it.</source>
        <translation>通过它无法到达其他节点。</translation>
    </message>
    <message>
        <source>Name the interface that all nodes have in common, like =eth0.</source>
        <translation>请写所有节点共有的接口，例如 =eth0。</translation>
    </message>
    <message>
        <source>Write it as in expandable_segments:True,max_split_size_mb:128.</source>
        <translation>请写成 expandable_segments:True,max_split_size_mb:128 这样。</translation>
    </message>
    <message>
        <source>Set it to the cores of a node divided by its processes.</source>
        <translation>请设为节点的核心数除以进程数。</translation>
    </message>
    <message>
        <source>It is read by NVIDIA&apos;s own TensorFlow containers; no source shows that stock TensorFlow does.</source>
        <translation>读取它的是 NVIDIA 自己的 TensorFlow 容器；没有资料表明普通 TensorFlow 会读取。</translation>
    </message>
    <message>
        <source>Use the Keras policy mixed_float16 or mixed_bfloat16.</source>
        <translation>请使用 Keras 策略 mixed_float16 或 mixed_bfloat16。</translation>
    </message>
    <message>
        <source>Write compute,utility.</source>
        <translation>请写 compute,utility。</translation>
    </message>
    <message>
        <source>Only UTF-8 text of up to 256 KiB is checked.</source>
        <translation>只检查不超过 256 KiB 的 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Only a backslash at the very end continues a line: the rest runs as another command.</source>
        <translation>只有位于行末的反斜杠才会续行：其余内容会作为另一条命令运行。</translation>
    </message>
    <message>
        <source>Remove the spaces at the end of the line.</source>
        <translation>请去掉行末的空格。</translation>
    </message>
    <message>
        <source>--env-file needs lines of the form NAME=VALUE without spaces around “=” or in the name.</source>
        <translation>--env-file 要求每行为 NAME=VALUE，“=”两边不能有空格，名称中也不能有。</translation>
    </message>
    <message>
        <source>--gpus sets NVIDIA_VISIBLE_DEVICES itself, and two conflicting settings have surprising results.</source>
        <translation>--gpus 自己会设置 NVIDIA_VISIBLE_DEVICES，两处设置会互相冲突。</translation>
    </message>
    <message>
        <source>Podman with --gpus has been seen to start containers without any GPU.</source>
        <translation>有人见到 Podman 用 --gpus 启动的容器里没有 GPU。</translation>
    </message>
    <message>
        <source>A container gets 64 MB of /dev/shm, too little for DataLoader workers and NCCL: it ends with “bus error” or hangs.</source>
        <translation>容器只有 64 MB 的 /dev/shm，对 DataLoader 的工作进程和 NCCL 太少：会出现 “bus error” 或卡住。</translation>
    </message>
    <message>
        <source>A privileged container can do anything on the host; GPUs do not need this.</source>
        <translation>特权容器可以在主机上做任何事；使用 GPU 并不需要。</translation>
    </message>
    <message>
        <source>Everything after the image is the container&apos;s command: the engine ignores it.</source>
        <translation>镜像之后的内容是容器的命令：引擎看不到。</translation>
    </message>
    <message>
        <source>Everything written there, including the training, is lost with the container or at the next restart of the machine.</source>
        <translation>写在那里的内容会随容器或机器重启而消失，训练成果也随之丢失。</translation>
    </message>
    <message>
        <source>Tomorrow it may be another image, perhaps for a newer CUDA than the driver supports.</source>
        <translation>明天它就是另一个镜像，也许需要比驱动更新的 CUDA。</translation>
    </message>
    <message>
        <source>Use a tag with versions, or a digest.</source>
        <translation>请写带版本的标签，或摘要。</translation>
    </message>
    <message>
        <source>According to the rules of `yard compat check`, for the given GPU and driver.</source>
        <translation>这是 `yard compat check` 的规则对所指定的 GPU 和驱动得出的结论。</translation>
    </message>
    <message>
        <source>Use one of the suggestions, or check it with `yard compat check`.</source>
        <translation>请采用其建议，或用 `yard compat check` 查询。</translation>
    </message>
    <message>
        <source>Anyone who sees the command line, the image history or the shell history can read it.</source>
        <translation>看得到命令行、镜像历史或 shell 历史的人都能读到它。</translation>
    </message>
    <message>
        <source>Remove it, create a new one, and pass it with an env file with mode 600, a secret mount or the secrets of a task.</source>
        <translation>请去掉它并换一个新的，再通过权限为 600 的 env 文件、secret 挂载或任务的 secrets 传递。</translation>
    </message>
    <message>
        <source>It stays in a layer of the image, even if a later layer deletes it.</source>
        <translation>它会留在镜像的某一层中，即使后面的层把它删除。</translation>
    </message>
    <message>
        <source>Exclude it with .dockerignore, and mount it with RUN --mount=type=secret.</source>
        <translation>请用 .dockerignore 排除它，并用 RUN --mount=type=secret 挂载。</translation>
    </message>
    <message>
        <source>A program that escapes from the container is root, and files in mounted folders belong to root.</source>
        <translation>一旦逃逸出容器即为 root，挂载文件夹中的文件也归 root 所有。</translation>
    </message>
    <message>
        <source>Add a user, and USER before the end of the file.</source>
        <translation>请添加一个用户，并在末尾之前写 USER。</translation>
    </message>
    <message>
        <source>A shell becomes process 1 and does not forward SIGTERM: a stop kills the program before it has saved.</source>
        <translation>shell 成为 1 号进程且不转发 SIGTERM：停止时程序来不及保存就被杀死。</translation>
    </message>
    <message>
        <source>The server&apos;s response runs unseen, and it may be different at any time.</source>
        <translation>服务器发来什么就运行什么，没人看过，而且随时会变。</translation>
    </message>
    <message>
        <source>The lists come from an older layer or are missing: the installation will fail some day.</source>
        <translation>列表来自较旧的层，或根本没有：总有一天会安装失败。</translation>
    </message>
    <message>
        <source>apt-get asks a question that cannot be answered, and the build stops.</source>
        <translation>apt-get 会提问而无人回答，构建就此中止。</translation>
    </message>
    <message>
        <source>The driver belongs to the host: another one in the image replaces the one that the engine mounts, and does not match the kernel module.</source>
        <translation>驱动属于主机：镜像中的另一个驱动会取代引擎挂载的驱动，并与内核模块不匹配。</translation>
    </message>
    <message>
        <source>Remove it; an image needs at most the CUDA toolkit.</source>
        <translation>请去掉它；镜像最多只需要 CUDA 工具包。</translation>
    </message>
    <message>
        <source>Specify the version, as in name==1.2.3, or use a requirements file.</source>
        <translation>请写明版本，例如 name==1.2.3，或使用写有全部版本的文件。</translation>
    </message>
    <message>
        <source>pip installs the newest release with its default CUDA, which may need a newer driver than the machine has, whatever the base image is.</source>
        <translation>pip 会取最新版本及其默认 CUDA，无论基础镜像是什么，都可能需要比机器更新的驱动。</translation>
    </message>
    <message>
        <source>Specify version and index, as `yard environment make` does.</source>
        <translation>请写明版本和索引，就像 `yard environment make` 那样。</translation>
    </message>
    <message>
        <source>pip may replace the framework of the image to satisfy it.</source>
        <translation>为满足依赖，pip 可能会替换镜像自带的框架。</translation>
    </message>
    <message>
        <source>Specify the version that belongs to the framework, or pin the framework with a constraints file.</source>
        <translation>请写明与框架对应的版本，或用约束文件固定框架。</translation>
    </message>
    <message>
        <source>Begin with RUN --mount=type=cache for pip&apos;s cache folder, or add --no-cache-dir.</source>
        <translation>请以 RUN --mount=type=cache 挂载 pip 的缓存文件夹，或加上 --no-cache-dir。</translation>
    </message>
    <message>
        <source>Wheels bring their own CUDA, so the image&apos;s CUDA is not used, and extensions compiled there fail because their CUDA differs.</source>
        <translation>wheel 自带 CUDA，所以不用镜像中的；在镜像中编译的扩展会因 CUDA 不同而失败。</translation>
    </message>
    <message>
        <source>Use the index for the image&apos;s CUDA, or a plain base image.</source>
        <translation>请使用与镜像 CUDA 对应的索引，或使用普通的基础镜像。</translation>
    </message>
    <message>
        <source>There is no NCCL port: its sockets use ports that the system chooses, and 12345, 12355 and 29500 are rendezvous ports (MASTER_PORT).</source>
        <translation>没有“NCCL 端口”：它的套接字使用系统选择的端口，而 12345、12355 和 29500 是会合端口（MASTER_PORT）。</translation>
    </message>
    <message>
        <source>No program reads a variable of this name, and there is no warning.</source>
        <translation>没有程序读取这个名称的变量，也不会报错。</translation>
    </message>
    <message>
        <source>Correct the name.</source>
        <translation>请写正确的名称。</translation>
    </message>
    <message>
        <source>It is in none of the known lists; NCCL silently ignores unknown variables.</source>
        <translation>读过的列表中都没有它；NCCL 会悄悄忽略不认识的变量。</translation>
    </message>
    <message>
        <source>It is not one of the accepted values.</source>
        <translation>它不在可识别的取值之中。</translation>
    </message>
    <message>
        <source>Current PyTorch reads it under another name.</source>
        <translation>现在的 PyTorch 用另一个名称读取它。</translation>
    </message>
    <message>
        <source>Use the current name.</source>
        <translation>请写现在的名称。</translation>
    </message>
    <message>
        <source>This is the default.</source>
        <translation>默认就是这样。</translation>
    </message>
    <message>
        <source>Remove it.</source>
        <translation>请去掉它。</translation>
    </message>
    <message>
        <source>It is for debugging: it fills logs or slows down every step.</source>
        <translation>它用于排查故障：会填满日志或拖慢每一步。</translation>
    </message>
    <message>
        <source>Set it for one run, then remove it.</source>
        <translation>请只在一次运行中设置，之后去掉。</translation>
    </message>
    <message>
        <source>It turns off a fast path between GPUs or nodes. Use this only as a last resort if that path hangs.</source>
        <translation>它会关闭 GPU 或节点之间的一条快速通路，只有该通路卡住时才作为最后手段。</translation>
    </message>
    <message>
        <source>Remove it once the fault is found.</source>
        <translation>找到故障后请去掉。</translation>
    </message>
    <message>
        <source>PyTorch stops at unknown options; write them as key:value, separated by commas.</source>
        <translation>PyTorch 遇到不认识的选项会中止；选项写成 key:value，之间用逗号。</translation>
    </message>
    <message>
        <source>CUDA numbers the GPUs of a process from 0, and stops reading at the first invalid entry.</source>
        <translation>CUDA 会把分给进程的 GPU 从 0 重新编号，读到第一个无效项就停止。</translation>
    </message>
    <message>
        <source>Number the GPUs as the process sees them.</source>
        <translation>请按进程看到的编号来写。</translation>
    </message>
    <message>
        <source>Every user of the image gets only these GPUs, for no visible reason.</source>
        <translation>使用这个镜像的人都只能得到这些 GPU，却看不出原因。</translation>
    </message>
    <message>
        <source>Set it at start, not in the image.</source>
        <translation>请在启动时设置，不要写进镜像。</translation>
    </message>
    <message>
        <source>Each node then waits for itself until the timeout.</source>
        <translation>这样每个节点都在等自己，直到超时。</translation>
    </message>
    <message>
        <source>Use the first node&apos;s address, which the other nodes can reach.</source>
        <translation>请写第一个节点的、其他节点能访问的地址。</translation>
    </message>
    <message>
        <source>torchrun then sets it to 1 for each process, so that CPU work such as data loading uses one core.</source>
        <translation>这时 torchrun 会为每个进程设为 1，数据加载等 CPU 工作只有一个核心。</translation>
    </message>
    <message>
        <source>Only 1, t, T, true, TRUE and True are accepted; every other value leaves the check on.</source>
        <translation>只有 1、t、T、true、TRUE 和 True 有效；其他写法检查仍然开启。</translation>
    </message>
    <message>
        <source>Write 1, and only if `yard compat check` says that CUDA works.</source>
        <translation>请写 1，而且只在 `yard compat check` 说明 CUDA 可用时使用。</translation>
    </message>
    <message>
        <source>Only the named parts of the driver are available in the container: CUDA needs compute, nvidia-smi needs utility.</source>
        <translation>只有写明的驱动部分会进入容器：CUDA 需要 compute，nvidia-smi 需要 utility。</translation>
    </message>
</context>
<context>
    <name>trainyard::Linter</name>
    <message>
        <source>The image has no tag, so it is the latest.</source>
        <translation>镜像没有标签，所以取的是 latest。</translation>
    </message>
    <message>
        <source>%1 does not outlive a restart of the machine.</source>
        <translation>机器重启后 %1 就不在了。</translation>
    </message>
    <message>
        <source>The text is longer than 256 KiB.</source>
        <translation>文本超过 256 KiB。</translation>
    </message>
    <message>
        <source>OMP_NUM_THREADS is not set.</source>
        <translation>没有设置 OMP_NUM_THREADS。</translation>
    </message>
    <message>
        <source>This is not UTF-8 text.</source>
        <translation>这不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>The tag %1 can change.</source>
        <translation>标签 %1 指向的镜像可能变化。</translation>
    </message>
    <message>
        <source>The task does not set where the run saves checkpoints.</source>
        <translation>任务没有说明运行把检查点保存在哪里。</translation>
    </message>
</context>
<context>
    <name>trainyard::LocalCopy</name>
    <message>
        <source>The disk of this computer is full. Free up space; the copy of the run then continues automatically.</source>
        <translation>本机磁盘已满。请腾出空间，运行的副本会自动继续。</translation>
    </message>
    <message>
        <source>The copy of the run on this computer cannot be written. Check the permissions of %1.</source>
        <translation>无法写入运行在本机的副本。请检查 %1 的权限。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created. Check its permissions and the free space on the disk.</source>
        <translation>无法创建文件夹 %1。请检查权限和磁盘空间。</translation>
    </message>
    <message>
        <source>Another program on this computer now follows the run, because this one had stopped responding.</source>
        <translation>本程序曾停止响应，现在由这台电脑上的另一个程序跟踪该运行。</translation>
    </message>
    <message>
        <source>A file of the run was repeatedly replaced on the machine. The copy here is kept unchanged.</source>
        <translation>机器上该运行的某个文件被反复替换。这里的副本保持不变。</translation>
    </message>
</context>
<context>
    <name>trainyard::LogChoiceButtons</name>
    <message>
        <source>All ranks</source>
        <translation>全部 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>全部级别</translation>
    </message>
    <message>
        <source>Info and up</source>
        <translation>信息及以上</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors only</source>
        <translation>仅错误</translation>
    </message>
    <message>
        <source>No rank</source>
        <translation>无 rank</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>No line of this log has a level.</source>
        <translation>这份日志里没有标明级别的行。</translation>
    </message>
    <message>
        <source>Lines without a rank</source>
        <translation>未标明 rank 的行</translation>
    </message>
    <message>
        <source>Lines from: %1</source>
        <translation>显示哪些 rank：%1</translation>
    </message>
    <message>
        <source>Levels: %1</source>
        <translation>显示哪些级别：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::LogFindField</name>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>在日志中查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处（Shift+F3）</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处（F3）</translation>
    </message>
</context>
<context>
    <name>trainyard::LogMatcher</name>
    <message>
        <source>A [ is not closed in this expression.</source>
        <translation>表达式中有一个 [ 没有闭合。</translation>
    </message>
    <message>
        <source>A ( is not closed in this expression.</source>
        <translation>表达式中有一个 ( 没有闭合。</translation>
    </message>
    <message>
        <source>A ) has no ( before it in this expression.</source>
        <translation>表达式中有一个 ) 前面没有对应的 (。</translation>
    </message>
    <message>
        <source>Nothing follows the \ at the end of this expression.</source>
        <translation>表达式末尾的 \ 后面缺少内容。</translation>
    </message>
    <message>
        <source>This expression repeats too much; use smaller numbers.</source>
        <translation>表达式的重复次数过多，请改用较小的数字。</translation>
    </message>
    <message>
        <source>The range “%1” runs backwards.</source>
        <translation>范围“%1”前后颠倒。</translation>
    </message>
    <message>
        <source>“%1” is not supported: look-around and back references are left out so that every search ends.</source>
        <translation>不支持“%1”：为了让每次查找都能结束，不提供环视和反向引用。</translation>
    </message>
    <message>
        <source>There is nothing before “%1” to repeat.</source>
        <translation>“%1”前面没有可以重复的内容。</translation>
    </message>
    <message>
        <source>This is not a valid regular expression: check “%1”.</source>
        <translation>这不是有效的正则表达式：请检查“%1”。</translation>
    </message>
</context>
<context>
    <name>trainyard::LogPanel</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message numerus="yes">
        <source>%n new line(s)</source>
        <translation>
            <numerusform>%n 行新日志</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>More about the log</source>
        <translation>日志的更多操作</translation>
    </message>
    <message>
        <source>Saving the log: %1</source>
        <translation>正在保存日志：%1</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行自动换行</translation>
    </message>
    <message>
        <source>Line numbers</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Next error</source>
        <translation>下一个错误</translation>
    </message>
    <message>
        <source>Previous error</source>
        <translation>上一个错误</translation>
    </message>
    <message>
        <source>Save the log…</source>
        <translation>保存日志…</translation>
    </message>
    <message>
        <source>Save the lines shown…</source>
        <translation>保存显示的行…</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Save the lines shown</source>
        <translation>保存显示的行</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>This is the log itself. Choose another name.</source>
        <translation>这就是日志文件本身，请换一个名称。</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>%1 lines hidden</source>
        <translation>已隐藏 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>Timestamps</source>
        <translation>时间戳</translation>
    </message>
    <message>
        <source>Show raw prefixes</source>
        <translation>显示原始前缀</translation>
    </message>
    <message>
        <source>Follow the end as the log grows (Ctrl+End)</source>
        <translation>日志增长时停在末尾（Ctrl+End）</translation>
    </message>
    <message>
        <source>The run wrote no log.</source>
        <translation>这个运行没有写过日志。</translation>
    </message>
    <message>
        <source>No output yet</source>
        <translation>还没有输出</translation>
    </message>
    <message>
        <source>Line number, 1 to %1:</source>
        <translation>行号，1 到 %1：</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 以上</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>filtering, %1</source>
        <translation>正在筛选，%1</translation>
    </message>
</context>
<context>
    <name>trainyard::LogSaver</name>
    <message>
        <source>The log could not be saved: %1</source>
        <translation>无法保存日志：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>%1 more in this line</source>
        <translation>本行还有 %1</translation>
    </message>
    <message>
        <source>Show in the charts</source>
        <translation>在图表中显示</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a spoken line</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>复制整行</translation>
    </message>
    <message>
        <source>Next error</source>
        <translation>下一个错误</translation>
    </message>
    <message>
        <source>Previous error</source>
        <translation>上一个错误</translation>
    </message>
    <message>
        <source>%1 older ones not shown</source>
        <translation>另有 %1 条更早的未显示</translation>
    </message>
    <message>
        <source>No output yet</source>
        <translation>还没有输出</translation>
    </message>
    <message>
        <source>Collapse earlier updates</source>
        <translation>折叠先前的刷新</translation>
    </message>
    <message>
        <source>Show earlier updates</source>
        <translation>显示先前的刷新</translation>
    </message>
    <message>
        <source>Filtering…</source>
        <translation>正在筛选…</translation>
    </message>
    <message>
        <source>No lines match. Choose other ranks or levels above.</source>
        <translation>没有符合条件的行，请在上方改选 rank 或级别。</translation>
    </message>
    <message numerus="yes">
        <source>collapse %n update(s)</source>
        <translation>
            <numerusform>折叠 %n 次刷新</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n update(s) collapsed</source>
        <translation>
            <numerusform>已折叠 %n 次刷新</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::Machine</name>
    <message>
        <source>A machine&apos;s name has 1 to 64 visible characters and no space at either end: choose another name.</source>
        <translation>机器名称须为 1 到 64 个可见字符，首尾不能有空格：请换一个名称。</translation>
    </message>
    <message>
        <source>A machine&apos;s name cannot begin with a dash, because commands would take it for an option: choose another name.</source>
        <translation>机器名称不能以连字符开头，否则命令会把它当作选项：请换一个名称。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineCard</name>
    <message numerus="yes">
        <source>%n simulated GPU(s)</source>
        <translation>
            <numerusform>%n 块模拟 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>no current values</source>
        <translation>没有当前数值</translation>
    </message>
    <message>
        <source>GPU %1 %2 percent busy</source>
        <translation>GPU %1 利用率 %2%</translation>
    </message>
    <message>
        <source>GPU %1 unknown</source>
        <translation>GPU %1 未知</translation>
    </message>
    <message>
        <source>CPU %1 percent</source>
        <translation>CPU %1%</translation>
    </message>
    <message>
        <source>running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>different GPUs</source>
        <translation>不同型号的 GPU</translation>
    </message>
    <message>
        <source>max %1&#xa0;°C</source>
        <translation>最高 %1&#xa0;°C</translation>
    </message>
    <message>
        <source> · </source>
        <extracomment>between two facts of one line</extracomment>
        <translation>，</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2 核</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>The sandbox is not running.</source>
        <translation>沙箱没有运行。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <source>Connected, no run</source>
        <translation>已连接，没有运行</translation>
    </message>
    <message>
        <source>Waiting for values</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Launch here</source>
        <translation>在这里启动</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Log in…</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>Idle %1, %2</source>
        <extracomment>a time, then money</extracomment>
        <translation>空闲 %1，%2</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>Last values are from %1.</source>
        <translation>最后的数值来自 %1。</translation>
    </message>
    <message>
        <source>The host key has changed</source>
        <translation>主机密钥已改变</translation>
    </message>
    <message>
        <source>Compare keys…</source>
        <translation>比较密钥…</translation>
    </message>
    <message>
        <source>No data received yet.</source>
        <translation>还没有收到数据。</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>last contact %1</source>
        <translation>上次联系：%1</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>GPUs in use: %1</source>
        <translation>GPU 使用情况：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineCommands</name>
    <message>
        <source>%1 was added: %2</source>
        <translation>已添加 %1：%2</translation>
    </message>
    <message>
        <source>Name one machine.</source>
        <translation>请指定一台机器。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Free in home</source>
        <translation>主目录可用</translation>
    </message>
    <message>
        <source> (simulated)</source>
        <translation>（模拟）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The sandbox keeps its name and address; only its group and notes can be changed.</source>
        <translation>沙箱的名称和地址不变；只能修改分组和备注。</translation>
    </message>
    <message>
        <source>%1 was changed: %2</source>
        <translation>已修改 %1：%2</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>A tunnel is not part of a machine&apos;s address. Open it with: yard tunnel open %1 %2</source>
        <translation>隧道不属于机器的地址。打开隧道：yard tunnel open %1 %2</translation>
    </message>
    <message>
        <source>Only programs of your user on this computer can use it, not other computers.</source>
        <translation>它只供你在这台电脑上的程序使用，其他电脑无法访问。</translation>
    </message>
    <message>
        <source>It opens a port on this computer instead of the socket.</source>
        <translation>它在这台电脑上打开一个端口，代替套接字。</translation>
    </message>
    <message>
        <source>Enter a name and the ssh command.</source>
        <translation>请填写名称和 ssh 命令。</translation>
    </message>
    <message>
        <source>Only a group can be given.</source>
        <translation>只能指定分组。</translation>
    </message>
    <message>
        <source>Name a machine and at least one change.</source>
        <translation>请指定机器和要修改的内容。</translation>
    </message>
    <message>
        <source>The new address has not been tested yet. Test it with `yard machine test %1`.</source>
        <translation>新地址尚未测试。请用 `yard machine test %1` 测试。</translation>
    </message>
    <message>
        <source>%1 per hour, %2 so far</source>
        <translation>每小时 %1，至今 %2</translation>
    </message>
    <message>
        <source>Connects to a machine once and adds it.</source>
        <translation>连接一次成功后添加机器。</translation>
    </message>
    <message>
        <source>Lists all machines, or those of one group.</source>
        <translation>列出所有机器，或某个分组的机器。</translation>
    </message>
    <message>
        <source>Changes the name, group, notes or address of a machine. Its runs are kept.</source>
        <translation>修改机器的名称、分组、备注或地址。它的运行保留不变。</translation>
    </message>
    <message>
        <source>Tests the connection to a machine step by step and says how to fix the step that fails.</source>
        <translation>逐步检查到机器的连接，并说明失败的一步该怎么办。</translation>
    </message>
    <message>
        <source>Checks whether a machine is fit for training: driver, GPUs, links, containers, disks, limits, network.</source>
        <translation>检查机器是否适合训练：驱动、GPU、链路、容器、磁盘、限制、网络。</translation>
    </message>
    <message>
        <source>Connects to a machine and shows what it has.</source>
        <translation>连接并查看机器情况。</translation>
    </message>
    <message>
        <source>Removes a machine from the list. Nothing on the machine is changed. --gone: the machine no longer exists, so its runs have ended.</source>
        <translation>移除一台机器，机器上的任何内容都不会改动。--gone：机器已不存在，其上的运行视为已结束。</translation>
    </message>
    <message>
        <source>In use by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>On GPU %1</source>
        <translation>GPU %1 上</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineController</name>
    <message>
        <source>No terminal program was found on this computer. Set TERMINAL, or run this in a terminal: %1</source>
        <translation>本机上没有找到终端程序。请设置 TERMINAL，或在终端中运行：%1</translation>
    </message>
    <message>
        <source>Could not start %1. Run this in a terminal: %2</source>
        <translation>无法启动 %1。请在终端中运行：%2</translation>
    </message>
    <message>
        <source>Could not start a browser. Open %1 yourself.</source>
        <translation>无法启动浏览器。请自行打开 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>SSH command</source>
        <translation>SSH 命令</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Which machine?</source>
        <translation>哪台机器？</translation>
    </message>
    <message>
        <source>Trainyard connects over SSH and reads what the machine has. Nothing is installed on it.</source>
        <translation>Trainyard 通过 SSH 连接，读取机器的情况，不在上面安装任何东西。</translation>
    </message>
    <message>
        <source>Connect and add</source>
        <translation>连接并添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>Edit a machine</source>
        <translation>编辑机器</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The sandbox keeps its name.</source>
        <translation>沙箱的名称不变。</translation>
    </message>
    <message>
        <source>Give the machine a name.</source>
        <translation>请给机器起个名称。</translation>
    </message>
    <message>
        <source>Connecting… %1</source>
        <translation>正在连接… %1</translation>
    </message>
    <message>
        <source>The sandbox has a key of its own.</source>
        <translation>沙箱有自己的密钥。</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>按每小时价格</translation>
    </message>
    <message>
        <source>Paste the command from your provider or colleague. Aliases from ~/.ssh/config work too.</source>
        <translation>粘贴服务商或同事给你的命令。也可以用 ~/.ssh/config 里的别名。</translation>
    </message>
    <message>
        <source>Its name in Trainyard.</source>
        <translation>在 Trainyard 中显示的名称。</translation>
    </message>
    <message>
        <source>For example a lab, provider or project. Optional.</source>
        <translation>例如某个实验室、服务商或项目。可选。</translation>
    </message>
    <message>
        <source>For your own reference: who to ask, when it is free.</source>
        <translation>供自己参考：联系谁、何时空闲。</translation>
    </message>
    <message>
        <source>For a rented machine: billed from now until you return it. Optional.</source>
        <translation>用于租用的机器：从现在起计费，直到你归还。可选。</translation>
    </message>
    <message>
        <source>Its runs and their local copies are kept, whatever you change here.</source>
        <translation>无论在这里改什么，它的运行和本地副本都会保留。</translation>
    </message>
    <message>
        <source>The sandbox sets its own address.</source>
        <translation>沙箱的地址由它自己决定。</translation>
    </message>
    <message>
        <source>Recognized: %1</source>
        <translation>已识别：%1</translation>
    </message>
    <message>
        <source>Recognized: %1. Tunnels (-L) are not saved; open them with yard tunnel open.</source>
        <translation>已识别：%1。隧道（-L）不随机器保存，用 yard tunnel open 打开。</translation>
    </message>
    <message>
        <source>A machine named %1 already exists. Choose another name.</source>
        <translation>已有名为 %1 的机器。请换一个名称。</translation>
    </message>
    <message>
        <source>Notes can have at most %1 characters. Shorten them.</source>
        <translation>备注最多 %1 个字符，请缩短。</translation>
    </message>
    <message>
        <source>From the offer %1, as of %2. Billed from now until you return the machine.</source>
        <extracomment>the offer&apos;s name, a day</extracomment>
        <translation>来自报价 %1（截至 %2）。从现在起计费，直到您归还机器。</translation>
    </message>
    <message>
        <source>From the offer %1. Billed from now until you return the machine.</source>
        <translation>来自报价 %1。从现在起计费，直到您归还机器。</translation>
    </message>
    <message>
        <source>From ~/.ssh/config…</source>
        <translation>从 ~/.ssh/config 添加…</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineFacts</name>
    <message>
        <source>The machine did not answer as a POSIX shell would. Check its login shell and start-up files.</source>
        <translation>机器的应答不像 POSIX shell。请检查登录 shell 和启动脚本。</translation>
    </message>
    <message>
        <source>%1 cannot be used on %2. Install or start it there, or choose another engine.</source>
        <translation>%2 上不能使用 %1。请在那里安装或启动它，或者换一个引擎。</translation>
    </message>
    <message>
        <source>There is no container engine on %1. Install Docker or Podman there, or leave out the image and use the engine process.</source>
        <translation>%1 上没有容器引擎。请安装 Docker 或 Podman，或者不写镜像并使用引擎 process。</translation>
    </message>
    <message>
        <source>The account on this machine has no home directory. Use an account that has one.</source>
        <translation>这个账号在机器上没有主目录。请换一个有主目录的账号登录。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineProvider</name>
    <message>
        <source>%1 has no list of offers to ask for.</source>
        <translation>%1 没有可查询的报价列表。</translation>
    </message>
    <message>
        <source>%1 has no quotas to ask for.</source>
        <translation>%1 没有可查询的配额。</translation>
    </message>
    <message>
        <source>%1 has no list of images to ask for.</source>
        <translation>%1 没有可查询的镜像列表。</translation>
    </message>
    <message>
        <source>%1 has no access policy: no credentials are used.</source>
        <translation>%1 没有访问策略：它不使用任何凭据。</translation>
    </message>
    <message>
        <source>%1 cannot create machines: add one that you have.</source>
        <translation>%1 不能创建机器：请添加一台已有的机器。</translation>
    </message>
    <message>
        <source>%1 cannot be asked about machines: test the connection instead.</source>
        <translation>%1 不能查询机器状态：请改为测试连接。</translation>
    </message>
    <message>
        <source>%1 cannot list machines: look at the list of machines here.</source>
        <translation>%1 不能列出机器：请查看这里的机器列表。</translation>
    </message>
    <message>
        <source>%1 cannot stop machines: stop it where you got it.</source>
        <translation>%1 不能停止机器：请在机器的来源处停止它。</translation>
    </message>
    <message>
        <source>%1 cannot start machines: start it where you got it.</source>
        <translation>%1 不能启动机器：请在机器的来源处启动它。</translation>
    </message>
    <message>
        <source>%1 cannot give machines back: give it back where you got it.</source>
        <translation>%1 不能退还机器：请在机器的来源处退还它。</translation>
    </message>
    <message>
        <source>%1 does not know the machine&apos;s address: enter its SSH command line.</source>
        <translation>%1 不知道这台机器的地址：请输入它的 SSH 命令行。</translation>
    </message>
    <message>
        <source>%1 has no console output to read.</source>
        <translation>%1 没有可读取的控制台输出。</translation>
    </message>
    <message>
        <source>%1 gives no notice before it takes a machine back.</source>
        <translation>%1 收回机器之前不会发出通知。</translation>
    </message>
    <message>
        <source>A machine of your own</source>
        <translation>您自己的机器</translation>
    </message>
    <message>
        <source>This Trainyard does not know the provider “%1”: use the version that made the machine.</source>
        <translation>此版本的 Trainyard 不认识提供商“%1”：请使用创建该机器的版本。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineService</name>
    <message>
        <source>There is already a machine named “%1”: choose another name.</source>
        <translation>已有名为“%1”的机器：请换一个名称。</translation>
    </message>
    <message>
        <source>%1 is still running there. Stop it first.</source>
        <translation>%1 还在上面运行。请先停止它。</translation>
    </message>
    <message>
        <source>Its machine was removed while it was running.</source>
        <translation>运行期间，它的机器被移除了。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachineWatch</name>
    <message>
        <source>The sampler on the machine ended. It is being restarted.</source>
        <translation>机器上的采样程序结束了，正在重新启动。</translation>
    </message>
    <message>
        <source>The sampler on the machine stopped responding. It is being restarted.</source>
        <translation>机器上的采样程序没有任何响应，正在重新启动。</translation>
    </message>
</context>
<context>
    <name>trainyard::MachinesModel</name>
    <message numerus="yes">
        <source>%1 of %n GPU(s) busy</source>
        <translation>
            <numerusform>%n 块 GPU 中 %1 块忙碌</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n 台无法访问</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>Ungrouped</source>
        <translation>未分组</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
</context>
<context>
    <name>trainyard::MachinesModule</name>
    <message>
        <source>Is %1 gone?</source>
        <translation>%1 是否已不存在？</translation>
    </message>
    <message>
        <source>If the machine no longer exists, its runs count as ended and cost nothing from now on. If it still exists, they keep running there unattended.</source>
        <translation>如果这台机器已不存在，其运行现在就算作已结束，此后不再计费。如果它还在，运行会在上面继续，而没有人照看。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Remove machine</source>
        <translation>移除机器</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
</context>
<context>
    <name>trainyard::MachinesPage</name>
    <message>
        <source>Darker cells are busier; the strip is the last 60 minutes.</source>
        <translation>颜色越深越忙；色带是最近 60 分钟。</translation>
    </message>
    <message>
        <source>busy 0 %</source>
        <translation>忙碌 0 %</translation>
    </message>
    <message>
        <source>100 %, strip: last 60 min</source>
        <translation>100 %，色带：最近 60 分钟</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Filter machines</source>
        <translation>筛选机器</translation>
    </message>
    <message>
        <source>Launch here</source>
        <translation>在这里启动</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>No machine matches.</source>
        <translation>没有符合的机器。</translation>
    </message>
    <message>
        <source>A machine is any computer you reach over SSH: rented, owned or shared.</source>
        <translation>机器是任何可以通过 SSH 访问的计算机：租的、自己的或共享的。</translation>
    </message>
    <message>
        <source>Show all machines</source>
        <translation>显示所有机器</translation>
    </message>
    <message>
        <source>Try it in the sandbox</source>
        <translation>在沙箱中试用</translation>
    </message>
    <message>
        <source>Choose a machine first.</source>
        <translation>请先选一台机器。</translation>
    </message>
    <message>
        <source>Start the sandbox first.</source>
        <translation>请先启动沙箱。</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove %1 from Trainyard?</source>
        <translation>从 Trainyard 移除 %1？</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Test connection…</source>
        <translation>测试连接…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>No group</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>New group…</source>
        <translation>新分组…</translation>
    </message>
    <message>
        <source>Trainyard forgets its address, group and notes. Its runs and their local copies stay in the list, and nothing changes on the machine itself.</source>
        <translation>Trainyard 会忘记它的地址、分组和备注。它的运行和本地副本仍留在列表里，机器本身没有任何改变。</translation>
    </message>
    <message>
        <source>Copy files…</source>
        <translation>复制文件…</translation>
    </message>
    <message>
        <source>Upload files…</source>
        <translation>上传文件…</translation>
    </message>
    <message>
        <source>Download files…</source>
        <translation>下载文件…</translation>
    </message>
    <message>
        <source>Check health…</source>
        <translation>体检…</translation>
    </message>
    <message>
        <source>Forward a port…</source>
        <translation>转发端口…</translation>
    </message>
    <message>
        <source>Copy the SSH command</source>
        <translation>复制 SSH 命令</translation>
    </message>
    <message>
        <source>Set price…</source>
        <translation>设置价格…</translation>
    </message>
    <message>
        <source>Forward a port</source>
        <translation>转发端口</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open a terminal</source>
        <translation>打开终端</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s), %1 busy</source>
        <translation>
            <numerusform>%n 块 GPU，%1 块忙碌</numerusform>
        </translation>
    </message>
    <message>
        <source>Needs attention %1</source>
        <translation>需要处理 %1</translation>
    </message>
    <message>
        <source>No machines yet.</source>
        <translation>还没有机器。</translation>
    </message>
    <message>
        <source>%1 is unreachable now.</source>
        <translation>现在无法访问 %1。</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Port (8888 for JupyterLab, 6006 for TensorBoard), HOST:PORT or socket path on the machine:</source>
        <translation>机器上的端口（JupyterLab 为 8888，TensorBoard 为 6006）、HOST:PORT 或套接字路径：</translation>
    </message>
    <message>
        <source>Open a terminal program</source>
        <translation>用终端程序打开</translation>
    </message>
    <message>
        <source>From ~/.ssh/config…</source>
        <translation>从 ~/.ssh/config 添加…</translation>
    </message>
</context>
<context>
    <name>trainyard::MainWindow</name>
    <message>
        <source>Home</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Trainyard cannot read its database.</source>
        <translation>Trainyard 无法读取数据库。</translation>
    </message>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n 台无法访问</numerusform>
        </translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>报价</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>体检</translation>
    </message>
    <message>
        <source>Trainyard is open in another window.</source>
        <translation>Trainyard 已在另一个窗口中打开。</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Start without it…</source>
        <translation>不使用它启动…</translation>
    </message>
    <message>
        <source>Until then nothing new is recorded on this computer.</source>
        <translation>在此之前，这台电脑上不会记录任何新内容。</translation>
    </message>
    <message>
        <source>Start without the damaged database?</source>
        <translation>不使用损坏的数据库，从空数据库开始？</translation>
    </message>
    <message>
        <source>Try to open it again</source>
        <translation>再次尝试打开</translation>
    </message>
    <message>
        <source>Move it away and start empty</source>
        <translation>移走并从空数据库开始</translation>
    </message>
    <message>
        <source>The damaged database was moved away.</source>
        <translation>损坏的数据库已移走。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Both show the same runs and machines, and each alert is sent once.</source>
        <translation>两个窗口显示相同的运行和机器，每条告警只通知一次。</translation>
    </message>
    <message>
        <source>It is renamed and kept. Its machines, runs and budgets are no longer listed; runs on machines continue and keep costing money.</source>
        <translation>该文件会改名保留。其中的机器、运行和预算将不再列出；机器上的运行会继续，费用也会继续产生。</translation>
    </message>
    <message>
        <source>It is now at %1.</source>
        <translation>现在位于 %1。</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Trainyard was updated.</source>
        <translation>Trainyard 已更新。</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
</context>
<context>
    <name>trainyard::Manifest</name>
    <message>
        <source>has grown</source>
        <translation>变大了</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>The manifest next to the checkpoint cannot be read. Delete it and create a new one.</source>
        <translation>检查点旁边的清单无法读取：请删除后重新生成。</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>modified since, not read</source>
        <translation>之后被写过，未读取</translation>
    </message>
    <message>
        <source>content has changed</source>
        <translation>内容与原来不同</translation>
    </message>
    <message>
        <source>has shrunk</source>
        <translation>变短了</translation>
    </message>
    <message>
        <source>is new</source>
        <translation>原来没有</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryCard</name>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Does it fit?</source>
        <translation>显存够吗？</translation>
    </message>
    <message>
        <source>Calculate…</source>
        <translation>计算…</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Too small</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1：%2 GiB</translation>
    </message>
    <message>
        <source>How much GPU memory the training needs, and which GPUs it fits on.</source>
        <translation>训练需要多少显存，哪些 GPU 放得下。</translation>
    </message>
    <message>
        <source>Change, or see which GPUs it fits on…</source>
        <translation>修改，或查看哪些 GPU 放得下…</translation>
    </message>
    <message>
        <source>%1 GiB per GPU</source>
        <translation>每卡 %1 GiB</translation>
    </message>
    <message>
        <source>%1 of %2 GiB per GPU</source>
        <translation>每卡 %1 / %2 GiB</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryCommand</name>
    <message>
        <source>A transformer needs --layers, --hidden and --heads.</source>
        <translation>Transformer 需要 --layers、--hidden 和 --heads。</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>“%1” is not a valid number of parameters. Examples: 7b, 124M, 25557032.</source>
        <translation>“%1”不是有效的参数量。例如：7b、124M、25557032。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Use one of %3.</source>
        <translation>“%1”不是 %2 的有效值。可用的有 %3。</translation>
    </message>
    <message>
        <source>--preset and %1 describe two models: use only one of them.</source>
        <translation>--preset 和 %1 描述了两个模型：请只写其中一个。</translation>
    </message>
    <message>
        <source>No model given. Add --preset, or --parameters with --activation-bytes, or --layers, --hidden and --heads.</source>
        <translation>没有指定模型。请加上 --preset，或 --parameters 加 --activation-bytes，或 --layers、--hidden 和 --heads。</translation>
    </message>
    <message>
        <source>A step takes %1 samples: micro-batch %2 on each of %3 GPUs, %4 accumulation steps.</source>
        <translation>每步 %1 个样本：%3 块 GPU，每块 micro-batch 为 %2，累积 %4 次。</translation>
    </message>
    <message>
        <source>It fits on no known GPU. Raise --zero, or use --checkpointing full, a smaller --batch or another --optimizer.</source>
        <translation>没有已知的 GPU 放得下。请提高 --zero，或使用 --checkpointing full、更小的 --batch 或其他 --optimizer。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU model(s) have too little memory.</source>
        <translation>
            <numerusform>有 %n 种 GPU 显存不足。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU model(s) are not known to support this precision.</source>
        <translation>
            <numerusform>据目前所知，有 %n 种 GPU 不支持这种精度。</numerusform>
        </translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryDialog</name>
    <message>
        <source>Show offers with this GPU</source>
        <translation>显示有这种 GPU 的报价</translation>
    </message>
    <message>
        <source>How much GPU memory does the training need?</source>
        <translation>训练需要多少显存？</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Parameters, billions</source>
        <translation>参数量（十亿）</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Margin, %</source>
        <translation>余量 %</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory by line</source>
        <translation>显存明细</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1：%2 GiB</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>tf32</source>
        <translation>tf32</translation>
    </message>
    <message>
        <source>fp16, mixed</source>
        <translation>fp16 混合</translation>
    </message>
    <message>
        <source>bf16, mixed</source>
        <translation>bf16 混合</translation>
    </message>
    <message>
        <source>bf16 throughout</source>
        <translation>全 bf16</translation>
    </message>
    <message>
        <source>fp8</source>
        <translation>fp8</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>Adam, AdamW</source>
        <translation>Adam、AdamW</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>Adam, 8 bit</source>
        <translation>8 位 Adam</translation>
    </message>
    <message>
        <source>%1 billion parameters</source>
        <translation>%1B 参数</translation>
    </message>
    <message>
        <source>ZeRO %1</source>
        <translation>ZeRO %1</translation>
    </message>
    <message>
        <source>%1 × %2 tokens</source>
        <comment>samples and length</comment>
        <translation>%1 × %2 个词元</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <comment>so many GPUs</comment>
        <translation>%1 张</translation>
    </message>
    <message>
        <source>Weights, gradients, optimizer</source>
        <translation>权重、梯度、优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>CUDA and buffers</source>
        <translation>CUDA 与缓冲区</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keep these values</source>
        <translation>保留这些数值</translation>
    </message>
    <message>
        <source>An estimate. The first real step will tell.</source>
        <translation>这是估算，以实际运行的第一步为准。</translation>
    </message>
    <message>
        <source>Choose a GPU that it fits on.</source>
        <translation>请选择能容纳的 GPU。</translation>
    </message>
    <message>
        <source>Sharding (ZeRO/FSDP)</source>
        <translation>分片（ZeRO/FSDP）</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>Micro-batch per GPU</source>
        <translation>每卡 micro-batch</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Per GPU</source>
        <translation>每卡</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>GiB per GPU</source>
        <translation>每卡 GiB</translation>
    </message>
    <message>
        <source>GPUs it fits on</source>
        <translation>放得下的 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%1 GiB per GPU, on %n GPU(s)</source>
        <translation>
            <numerusform>每卡 %1 GiB，共 %n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>None: all activations are kept</source>
        <translation>无：保留全部激活</translation>
    </message>
    <message>
        <source>Selective: attention scores</source>
        <translation>选择性：注意力分数</translation>
    </message>
    <message>
        <source>Full: whole layers</source>
        <translation>完全：整层</translation>
    </message>
    <message>
        <source>Stage 0: nothing sharded</source>
        <translation>阶段 0：不分片</translation>
    </message>
    <message>
        <source>Stage 1: optimizer</source>
        <translation>阶段 1：优化器</translation>
    </message>
    <message>
        <source>Stage 2: optimizer + gradients</source>
        <translation>阶段 2：优化器 + 梯度</translation>
    </message>
    <message>
        <source>Stage 3: optimizer + gradients + weights</source>
        <translation>阶段 3：优化器 + 梯度 + 权重</translation>
    </message>
    <message>
        <source>Custom transformer</source>
        <translation>自定义 Transformer</translation>
    </message>
    <message>
        <source>Enter a number above 0.</source>
        <translation>请填写大于 0 的数字。</translation>
    </message>
    <message>
        <source>too small, even with %1</source>
        <translation>太小，%1 张也不够</translation>
    </message>
    <message>
        <source>support for this precision unknown</source>
        <translation>不确定支持这种精度</translation>
    </message>
</context>
<context>
    <name>trainyard::MemoryModel</name>
    <message>
        <source>%1 must be between %2 and %3, not %4.</source>
        <translation>%1必须在 %2 和 %3 之间，而不是 %4。</translation>
    </message>
    <message>
        <source>The number of layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>The hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>The number of heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>The number of key and value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>The inner size</source>
        <translation>前馈维度</translation>
    </message>
    <message>
        <source>The vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>The number of parameters</source>
        <translation>参数数量</translation>
    </message>
    <message>
        <source>The ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>The number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>The overhead in MiB</source>
        <translation>额外开销（MiB）</translation>
    </message>
    <message>
        <source>The margin in percent</source>
        <translation>余量（百分比）</translation>
    </message>
    <message>
        <source>The bytes of a sample&apos;s activations</source>
        <translation>一个样本激活值的字节数</translation>
    </message>
    <message>
        <source>The values of a sample&apos;s activations</source>
        <translation>一个样本激活值的个数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Master copy of the weights</source>
        <translation>权重的主副本</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Buffers between GPUs</source>
        <translation>GPU 之间的缓冲区</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>CUDA and framework</source>
        <translation>CUDA 与框架</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>The memory is too large to calculate. Check batch, sequence length and model size.</source>
        <translation>这么多显存无法计算。请检查批大小、序列长度和模型大小。</translation>
    </message>
    <message>
        <source>The sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>The hidden size %1 is not divisible by %2 heads.</source>
        <translation>隐藏维度 %1 不能平均分给 %2 个头。</translation>
    </message>
    <message>
        <source>The micro-batch per GPU</source>
        <translation>每个 GPU 的批大小</translation>
    </message>
    <message>
        <source>The number of accumulation steps</source>
        <translation>累积的批数</translation>
    </message>
    <message>
        <source>8-bit training is only supported for transformers. Choose another precision.</source>
        <translation>8 位训练只对 Transformer 计算，请选择其他精度。</translation>
    </message>
    <message>
        <source>The size of the activations is unknown: enter layers, hidden size, heads and sequence length of a transformer, or the bytes per sample.</source>
        <translation>无法得知激活值有多大：请给出 Transformer 的层数、隐藏维度、头数和序列长度，或一个样本所占的字节数。</translation>
    </message>
</context>
<context>
    <name>trainyard::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::MeterController</name>
    <message>
        <source>%1 is over its budget and could not be stopped.</source>
        <translation>%1 已超出预算，但未能停止。</translation>
    </message>
    <message>
        <source>At 80 % its runs are asked to save, at 100 % they are stopped.</source>
        <translation>用到 80 % 时要求其运行保存，100 % 时停止。</translation>
    </message>
    <message>
        <source>Its runs were asked to save; at 100 % they are stopped.</source>
        <translation>已要求其运行保存；用到 100 % 时停止。</translation>
    </message>
    <message>
        <source>Budgets…</source>
        <translation>预算…</translation>
    </message>
    <message>
        <source>Budget for %1: %2 used</source>
        <extracomment>whose budget, percent</extracomment>
        <translation>“%1”的预算已用 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>%1 is idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>Return…</source>
        <translation>归还…</translation>
    </message>
    <message>
        <source>Retrying until it works: %1</source>
        <translation>会一直重试直到成功：%1</translation>
    </message>
    <message>
        <source>Its runs are stopped with time to save, and no new ones are launched.</source>
        <translation>其运行将留出保存时间后停止，也不再启动新的运行。</translation>
    </message>
    <message>
        <source>%1, %2 spent while idle</source>
        <extracomment>a time, then money</extracomment>
        <translation>%1，空闲期间花了 %2</translation>
    </message>
</context>
<context>
    <name>trainyard::Money</name>
    <message>
        <source>The amount is too large. The maximum is %1.</source>
        <translation>金额太大：最多只能计到 %1。</translation>
    </message>
    <message>
        <source>“%1” is not a valid amount. Enter digits with a point and at most nine decimal places.</source>
        <translation>“%1”不是金额：请写数字和小数点，小数点后最多九位。</translation>
    </message>
</context>
<context>
    <name>trainyard::MoneyCard</name>
    <message>
        <source>Budgets limit what a month or a project may cost: at 50 % you are notified, at 80 % the runs are asked to save, at 100 % they are stopped with time to save. A machine counts as soon as it has a price.</source>
        <translation>预算限制每月或每个项目的花费：达到 50 % 时通知你，80 % 时要求运行保存，100 % 时留出保存时间后停止。机器有了价格就开始计入。</translation>
    </message>
    <message>
        <source>Budgets…</source>
        <translation>预算…</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Nothing was billed this month.</source>
        <translation>本月没有产生费用。</translation>
    </message>
    <message>
        <source>Billed this month: %1.</source>
        <translation>本月费用：%1。</translation>
    </message>
    <message>
        <source>%1 No budget is set for a month.</source>
        <translation>%1没有设定月度预算。</translation>
    </message>
    <message>
        <source>%1 Budget for a month: %2.</source>
        <translation>%1月度预算：%2。</translation>
    </message>
</context>
<context>
    <name>trainyard::MoneyEdit</name>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Enter an amount above 0, such as 2.49.</source>
        <translation>请填写大于 0 的金额，例如 2.49。</translation>
    </message>
</context>
<context>
    <name>trainyard::MonthCard</name>
    <message>
        <source>Budgets…</source>
        <translation>预算…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>and %1</source>
        <translation>另有 %1</translation>
    </message>
    <message>
        <source>At this rate, %1 by the end of the month.</source>
        <translation>按此速度，月底约 %1。</translation>
    </message>
    <message>
        <source>No machine is rented now.</source>
        <translation>当前没有租用机器。</translation>
    </message>
</context>
<context>
    <name>trainyard::NeedsPanel</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>any, or H100, A100 80GB</source>
        <translation>不限，或 H100、A100 80GB</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>8, 4+, 2-8</source>
        <translation>8、4+、2-8</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>vCPUs</source>
        <translation>vCPU 数</translation>
    </message>
    <message>
        <source>RAM, GiB</source>
        <translation>内存 GiB</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>any, or AWS, Lambda</source>
        <translation>不限，或 AWS、Lambda</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Purchase: %1</source>
        <translation>购买方式：%1</translation>
    </message>
    <message>
        <source>Up to, %1/h</source>
        <translation>最高 %1/时</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>anywhere, or Europe, Japan</source>
        <translation>不限，或 欧洲、日本</translation>
    </message>
    <message>
        <source>any, or us, eu-west</source>
        <translation>不限，或 us、eu-west</translation>
    </message>
    <message>
        <source>Pick continents and countries</source>
        <translation>选择大洲和国家</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>any, in GiB</source>
        <translation>不限，GiB</translation>
    </message>
    <message>
        <source>Total GPU memory</source>
        <translation>总显存</translation>
    </message>
    <message>
        <source>Job requirements</source>
        <translation>任务需求</translation>
    </message>
    <message>
        <source>“%1” is not a known place. Enter a continent, country or city.</source>
        <translation>“%1”不是已知的地点。请填写大洲、国家或城市。</translation>
    </message>
    <message>
        <source>Enter a number above 0.</source>
        <translation>请填写大于 0 的数字。</translation>
    </message>
    <message>
        <source>Enter 8, 4+ or 2-8.</source>
        <translation>请填写 8、4+ 或 2-8。</translation>
    </message>
</context>
<context>
    <name>trainyard::NeedsYou</name>
    <message>
        <source>Dismiss</source>
        <translation>不再提示</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要处理</translation>
    </message>
</context>
<context>
    <name>trainyard::NetworkChecks</name>
    <message>
        <source>The processes of a distributed run meet at this port; another program there makes the start fail.</source>
        <translation>分布式运行的进程在这个端口会合；那里若有别的程序，启动会失败。</translation>
    </message>
    <message>
        <source>Port %1 is free.</source>
        <translation>端口 %1 空闲。</translation>
    </message>
    <message>
        <source>End that program, or choose another port (torchrun: --master-port).</source>
        <translation>结束那个程序，或换一个端口（torchrun：--master-port）。</translation>
    </message>
    <message>
        <source>/etc/resolv.conf could not be read.</source>
        <translation>无法读取 /etc/resolv.conf。</translation>
    </message>
    <message>
        <source>No name server is set.</source>
        <translation>没有设置域名服务器。</translation>
    </message>
    <message>
        <source>Name servers: %1.</source>
        <translation>域名服务器：%1。</translation>
    </message>
    <message>
        <source>The nodes of a distributed run reach each other by name.</source>
        <translation>分布式运行的节点按名称互相访问。</translation>
    </message>
    <message>
        <source>Whether %1 resolves could not be checked: getent is missing.</source>
        <translation>无法查询 %1 能否找到：没有 getent。</translation>
    </message>
    <message>
        <source>Resolving %1 took longer than 8 s.</source>
        <translation>查找 %1 用了 8 秒以上。</translation>
    </message>
    <message>
        <source>%1 resolves to %2.</source>
        <translation>找到了 %1：%2。</translation>
    </message>
    <message>
        <source>%1 does not resolve.</source>
        <translation>找不到 %1。</translation>
    </message>
    <message>
        <source>Programs on several machines tell each other their names and addresses.</source>
        <translation>多台机器上的程序会互相告知自己的名称和地址。</translation>
    </message>
    <message>
        <source>Add the name with the machine&apos;s address to /etc/hosts.</source>
        <translation>把该名称和机器的地址写进 /etc/hosts。</translation>
    </message>
    <message>
        <source>Its own name %1 resolves to itself (%2): enough for one machine, not for several.</source>
        <translation>它自己的名称 %1 指向自身（%2）：一台机器够用，多台不行。</translation>
    </message>
    <message>
        <source>Whether port %1 is free could not be checked.</source>
        <translation>无法读取端口 %1 是否空闲。</translation>
    </message>
    <message>
        <source>Port %1 is in use by a program with the user ID %2.</source>
        <translation>端口 %1 被用户号 %2 的程序占用。</translation>
    </message>
    <message>
        <source>Without name resolution no packages, models or images can be downloaded.</source>
        <translation>没有域名解析就什么都下载不了：软件包、模型、镜像都不行。</translation>
    </message>
    <message>
        <source>Check whether the machine can reach the internet and its name servers.</source>
        <translation>查看机器能否连到互联网和它的域名服务器。</translation>
    </message>
    <message>
        <source>Add the node to /etc/hosts or the name server, or use its address.</source>
        <translation>把该节点写进 /etc/hosts 或域名服务器，或使用它的地址。</translation>
    </message>
</context>
<context>
    <name>trainyard::Notifier</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>This is a test alert. No action is needed.</source>
        <translation>这是一条测试告警，无需处理。</translation>
    </message>
</context>
<context>
    <name>trainyard::ObjectStore</name>
    <message>
        <source>The store lists the same objects over and over.</source>
        <translation>存储反复列出相同的对象。</translation>
    </message>
    <message>
        <source>There are more than a million objects there: name a folder further down.</source>
        <translation>那里有一百多万个对象：请指定更深一层的文件夹。</translation>
    </message>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>无法读取 %1：请检查权限。</translation>
    </message>
    <message>
        <source>%1 does not answer like a store: check the endpoint.</source>
        <translation>%1 的应答不像对象存储：请检查端点。</translation>
    </message>
    <message>
        <source>%1 says that there is more in the bucket, but not how to ask for it.</source>
        <translation>%1 表示存储桶中还有更多内容，却没有说明如何请求。</translation>
    </message>
    <message>
        <source>%1 does not say under which name an upload in parts begins.</source>
        <translation>%1 没有给出分片上传的标识。</translation>
    </message>
    <message>
        <source>%1 refuses because of the time: set the clock of this computer.</source>
        <translation>%1 因时间不符而拒绝：请校准本机时钟。</translation>
    </message>
    <message>
        <source>%1 is not in service or was asked too often: try again later.</source>
        <translation>%1 暂停服务或请求过于频繁：请稍后重试。</translation>
    </message>
    <message>
        <source>%1 does not know the access key or refuses its signature: check the key, its secret and the region of the store “%2”.</source>
        <translation>%1 不认识该访问密钥或拒绝其签名：请检查存储“%2”的密钥、密钥的保密部分以及地域。</translation>
    </message>
    <message>
        <source>%1 has no bucket “%2”: check its name.</source>
        <translation>%1 没有存储桶“%2”：请检查其名称。</translation>
    </message>
    <message>
        <source>The object lies in an archive: have it restored by the provider first.</source>
        <translation>该对象已归档：请先让服务商恢复它。</translation>
    </message>
    <message>
        <source>%1 does not allow this with the key of the store “%2”: check what its policy permits.</source>
        <translation>%1 不允许使用存储“%2”的密钥执行此操作：请检查其策略允许的操作。</translation>
    </message>
    <message>
        <source>There is no such object in the bucket “%1”.</source>
        <translation>存储桶“%1”中没有这个对象。</translation>
    </message>
    <message>
        <source>%1 cannot do this.</source>
        <translation>%1 不支持此操作。</translation>
    </message>
    <message>
        <source>The bucket “%1” lies in the region %2: set the store up with that.</source>
        <translation>存储桶“%1”位于地域 %2：请以该地域设置存储。</translation>
    </message>
    <message>
        <source>%1 cannot be written: check the space on the disk and the permissions of the folder.</source>
        <translation>无法写入 %1：请检查磁盘空间和文件夹权限。</translation>
    </message>
    <message>
        <source>The address %1 is not one of %2.</source>
        <translation>地址 %1 不属于 %2。</translation>
    </message>
    <message>
        <source>A store&apos;s name has up to 64 letters, digits, dots, dashes and underscores.</source>
        <translation>存储的名称最多 64 个字符，只含字母、数字、点、连字符和下划线。</translation>
    </message>
    <message>
        <source>A bucket with an underscore in its name cannot be part of a host&apos;s name: add the store with --path-style.</source>
        <translation>名称含下划线的存储桶不能作为主机名的一部分：请用 --path-style 添加该存储。</translation>
    </message>
    <message>
        <source>A store needs an access key and its secret, as its provider shows them.</source>
        <translation>存储需要访问密钥及其保密部分，如服务商所示。</translation>
    </message>
    <message>
        <source>The key of an Azure storage account is base64 text, as the portal shows it.</source>
        <translation>Azure 存储账户的密钥是 base64 文本，如门户所示。</translation>
    </message>
    <message>
        <source>“%1” names no bucket: an address looks like s3://bucket/key.</source>
        <translation>“%1”没有指明存储桶：地址形如 s3://bucket/key。</translation>
    </message>
    <message>
        <source>A key in a store has at most 1024 bytes and does not begin with a slash.</source>
        <translation>存储中的键最长 1024 字节，且不以斜杠开头。</translation>
    </message>
    <message>
        <source>No store with the bucket “%1” is set up: add it with `yard store add`.</source>
        <translation>尚未设置含存储桶“%1”的存储：请用 `yard store add` 添加。</translation>
    </message>
    <message>
        <source>%1 refuses the account or its key: check both for the store “%2”, and the clock of this computer.</source>
        <translation>%1 拒绝该账户或其密钥：请检查存储“%2”的账户与密钥，以及本机时钟。</translation>
    </message>
    <message>
        <source>%1 has no container “%2”: check its name.</source>
        <translation>%1 没有容器“%2”：请检查其名称。</translation>
    </message>
    <message>
        <source>%1 leads somewhere else by a link: nothing was copied there. Choose another folder.</source>
        <translation>%1 通过链接指向别处：没有复制任何内容。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The machine could not compute the digests of %1.</source>
        <translation>机器无法计算 %1 的摘要。</translation>
    </message>
    <message>
        <source>The machine cannot write into %1: check the space and the permissions there.</source>
        <translation>机器无法写入 %1：请检查那里的空间和权限。</translation>
    </message>
    <message>
        <source>The machine does not trust the certificate of the store: install ca-certificates there.</source>
        <translation>机器不信任存储的证书：请在机器上安装 ca-certificates。</translation>
    </message>
    <message>
        <source>The machine cannot reach the store, or lost it: check its network, then try again.</source>
        <translation>机器无法连接存储，或连接已断开：请检查其网络后重试。</translation>
    </message>
    <message>
        <source>The machine could not move the file.</source>
        <translation>机器未能传输该文件。</translation>
    </message>
    <message>
        <source>The machine has no curl: install it there, or copy over this computer in two steps.</source>
        <translation>机器上没有 curl：请在机器上安装，或经由本机分两步复制。</translation>
    </message>
    <message>
        <source>The machine has no program that computes SHA-256: install coreutils or openssl there.</source>
        <translation>机器上没有计算 SHA-256 的程序：请安装 coreutils 或 openssl。</translation>
    </message>
    <message>
        <source>The store sends whole files where parts were asked for, so nothing was kept.</source>
        <translation>请求的是文件的一部分，存储却发送整个文件，因此没有保留任何内容。</translation>
    </message>
    <message>
        <source>The store refused the machine: the key may not allow this, or the machine&apos;s clock or address is not accepted.</source>
        <translation>存储拒绝了该机器：密钥可能不允许此操作，或机器的时钟、地址不被接受。</translation>
    </message>
    <message>
        <source>The machine cannot write %1: check the space there.</source>
        <translation>机器无法写入 %1：请检查那里的空间。</translation>
    </message>
    <message>
        <source>%1 is not a file that can be copied.</source>
        <translation>%1 不是可以复制的文件。</translation>
    </message>
    <message>
        <source>“%1” is not a valid bucket or container name: it has letters, digits, dots and dashes.</source>
        <translation>“%1”不是存储桶或容器的名称：名称只含字母、数字、点和连字符。</translation>
    </message>
    <message>
        <source>“%1” is not a valid address in a store: one looks like s3://bucket/key or az://container/key.</source>
        <translation>“%1”不是存储中的地址：地址形如 s3://bucket/key 或 az://container/key。</translation>
    </message>
    <message>
        <source>The object changed while it was read: start again.</source>
        <translation>读取过程中对象发生了变化：请重新开始。</translation>
    </message>
    <message>
        <source>The machine could not read back the stored object: try again.</source>
        <translation>机器无法读回已存储的内容：请重试。</translation>
    </message>
    <message>
        <source>The file %1 does not exist.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>%1 changed while it was read: try again when it is not being written.</source>
        <translation>读取过程中 %1 发生了变化：请在没有程序写入时重试。</translation>
    </message>
    <message>
        <source>The object “%1” in the store differs from what was sent: another program may be writing there. Try again.</source>
        <translation>存储中的“%1”与发送的不一致：可能有别人也在写入。请重试。</translation>
    </message>
    <message>
        <source>“%1” differs from what was sent when read back, so it was removed: try again.</source>
        <translation>读回的“%1”与发送的不一致，因此已删除：请重试。</translation>
    </message>
    <message>
        <source>%1 does not confirm that the upload is complete.</source>
        <translation>%1 没有确认上传已完成。</translation>
    </message>
    <message>
        <source>The store no longer knows this upload: start it again.</source>
        <translation>存储已不再保留这次上传：请重新开始。</translation>
    </message>
    <message>
        <source>%1 accepts no more data: its quota is used up, or the object is too large.</source>
        <translation>%1 不再接受数据：配额已用完，或对象过大。</translation>
    </message>
    <message>
        <source>The same file is already being copied to the same place: wait until this is done.</source>
        <translation>同一文件正在复制到同一位置：请等待其完成。</translation>
    </message>
    <message>
        <source>“%1” already exists and is different: choose another place, or add --replace.</source>
        <translation>“%1”已存在且内容不同：请选择其他位置，或使用 --replace。</translation>
    </message>
    <message>
        <source>The received “%1” differs from what was stored and was discarded: try again; if this happens again, the object is damaged.</source>
        <translation>收到的“%1”与存入的不一致，因此已丢弃：请重试；如果仍然如此，则对象已损坏。</translation>
    </message>
    <message>
        <source>There is nothing in the bucket “%1” under “%2”.</source>
        <translation>存储桶“%1”中“%2”之下没有任何内容。</translation>
    </message>
    <message>
        <source>The response of the store is not valid: try again, and check the endpoint if this happens again.</source>
        <translation>无法理解存储的应答：请重试；如果仍然如此，请检查端点。</translation>
    </message>
    <message>
        <source>%1 contains no file that could be copied.</source>
        <translation>%1 中没有可以复制的文件。</translation>
    </message>
    <message>
        <source>The machine&apos;s SSH server has no SFTP, which is needed to list the files to copy.</source>
        <translation>机器的 SSH 服务器没有 SFTP，而列出要复制的内容需要它。</translation>
    </message>
    <message>
        <source>The store sent less than requested: try again.</source>
        <translation>存储发送的内容少于请求的内容：请重试。</translation>
    </message>
    <message>
        <source>The address of a store begins with https:// or http://, not with %1://.</source>
        <translation>存储的地址以 https:// 或 http:// 开头，不能用 %1://。</translation>
    </message>
    <message>
        <source>The endpoint of a store is an address like https://s3.example.com, not “%1”.</source>
        <translation>存储的端点形如 https://s3.example.com：“%1”不是。</translation>
    </message>
    <message>
        <source>The region of a store contains letters, digits and dashes, for example eu-central-1.</source>
        <translation>存储的地域只含字母、数字和连字符，例如 eu-central-1。</translation>
    </message>
    <message>
        <source>Several stores have a bucket “%1”: choose one with --store NAME.</source>
        <translation>有多个存储含存储桶“%1”：请用 --store NAME 指明是哪一个。</translation>
    </message>
    <message>
        <source>The response of %1 ended too early, after %2 bytes: try again.</source>
        <translation>%1 的回应在 %2 字节后提前结束：请重试。</translation>
    </message>
    <message>
        <source>%1 refuses the request with an unexpected response.</source>
        <translation>%1 以意外的应答拒绝了请求。</translation>
    </message>
    <message>
        <source>The data that reached %1 differs from what was sent, so it was not stored: try again.</source>
        <translation>到达 %1 的内容与发送的不一致，因此未被存储：请重试。</translation>
    </message>
    <message>
        <source>The store sent more than requested.</source>
        <translation>存储发送的内容多于请求的内容。</translation>
    </message>
    <message>
        <source>There is no provider “%1”. Available: %2.</source>
        <translation>没有服务商“%1”：已知的有 %2。</translation>
    </message>
    <message>
        <source>Add the region of the bucket in %1 with --region.</source>
        <translation>请用 --region 指明存储桶位于 %1 的哪个地域。</translation>
    </message>
    <message>
        <source>Add the address of the store with --endpoint https://…</source>
        <translation>请用 --endpoint https://… 指明存储的端点。</translation>
    </message>
    <message>
        <source>Add the account of %1 with --account.</source>
        <translation>请用 --account 指明是 %1 的哪个账户。</translation>
    </message>
    <message>
        <source>With http:// the key and all data are sent unencrypted: use https://, or allow it with --insecure if you trust the network.</source>
        <translation>使用 http:// 时，密钥和所有数据都会以未加密方式传输：请改用 https://；若信任该网络，可用 --insecure 允许。</translation>
    </message>
    <message>
        <source>%1 changed while it was sent, so it was not stored: try again when it is not being written.</source>
        <translation>发送过程中 %1 发生了变化，因此未被存储：请在没有程序写入时重试。</translation>
    </message>
</context>
<context>
    <name>trainyard::ObjectStoreFile</name>
    <message>
        <source>%1 cannot be read: check its permissions.</source>
        <translation>无法读取 %1：请检查权限。</translation>
    </message>
    <message>
        <source>%1 is damaged: remove it and add the stores again.</source>
        <translation>%1 已损坏：请删除它并重新添加存储。</translation>
    </message>
    <message>
        <source>There is no store “%1”. `yard store list` lists all stores.</source>
        <translation>没有存储“%1”：`yard store list` 可列出全部。</translation>
    </message>
    <message>
        <source>Other users can read %1: run chmod 600 on it, and replace the keys of the stores.</source>
        <translation>其他人可以读取 %1：请对它执行 chmod 600，并更换各存储的密钥。</translation>
    </message>
    <message>
        <source>There is already a store named “%1”: remove it first, or use another name.</source>
        <translation>已有名为“%1”的存储：请先移除它，或使用其他名称。</translation>
    </message>
</context>
<context>
    <name>trainyard::Observation</name>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>about %1 to %2</source>
        <translation>约 %1 至 %2</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Name one run.</source>
        <translation>请指定一个运行。</translation>
    </message>
    <message>
        <source>Why:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>Byte %1:</source>
        <translation>第 %1 字节：</translation>
    </message>
    <message>
        <source>Line:</source>
        <translation>行：</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>not using a GPU yet</source>
        <translation>尚未使用 GPU</translation>
    </message>
    <message>
        <source>%1 (other processes use %2)</source>
        <translation>%1（其他进程占用 %2）</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>This is the copy on this computer.</source>
        <translation>这是本机上的副本。</translation>
    </message>
    <message>
        <source>No known problem found in the log.</source>
        <translation>日志中未发现已知问题。</translation>
    </message>
    <message>
        <source>Fix:</source>
        <translation>做法：</translation>
    </message>
    <message>
        <source>Source:</source>
        <translation>来源：</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferCommands</name>
    <message>
        <source>The rate card %1 cannot be read.</source>
        <translation>无法读取价目表 %1。</translation>
    </message>
    <message>
        <source>Name one rate card.</source>
        <translation>请给出一个价目表的名称。</translation>
    </message>
    <message>
        <source>below</source>
        <translation>见下</translation>
    </message>
    <message>
        <source>never fetched</source>
        <translation>从未获取</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>已更新</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Unknown currency %1.</source>
        <translation>未知货币 %1。</translation>
    </message>
    <message>
        <source>“%1” is not a valid date, or is in the future. Examples: 2026-08-03, 2026-08, 2026.</source>
        <translation>“%1”不是有效日期，或者在将来。例如：2026-08-03、2026-08、2026。</translation>
    </message>
    <message>
        <source>Name the file of a rate card.</source>
        <translation>需要一个价目表文件。</translation>
    </message>
    <message numerus="yes">
        <source>The rate card “%1” now has %n offer(s).</source>
        <translation>
            <numerusform>价目表“%1”中现有 %n 条报价。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) replaced those in the rate card “%1”.</source>
        <translation>
            <numerusform>%n 条报价已取代价目表“%1”中原有的报价。</numerusform>
        </translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all rate cards.</source>
        <translation>此命令不接受参数：会列出全部价目表。</translation>
    </message>
    <message>
        <source>“%1” is not a valid pair of currencies. Example: USD/CNY.</source>
        <translation>“%1”不是有效的货币对。例如：USD/CNY。</translation>
    </message>
    <message>
        <source>There is no exchange rate for %1. `yard offer rates` lists all of them.</source>
        <translation>没有 %1 的汇率。`yard offer rates` 会显示全部汇率。</translation>
    </message>
    <message>
        <source>Name one GPU, or leave it out to list all.</source>
        <translation>请给出一个 GPU 的名称；不给则列出全部。</translation>
    </message>
    <message>
        <source>There is no known GPU named “%1”.</source>
        <translation>不认识名为“%1”的 GPU。</translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all sources.</source>
        <translation>此命令不接受参数：会列出全部来源。</translation>
    </message>
    <message>
        <source>Lists matching priced offers of all providers, cheapest first.</source>
        <translation>列出所有提供商中符合需要的报价，最便宜的在前。</translation>
    </message>
    <message>
        <source>Fetches current prices from the providers&apos; own lists. Prices are never fetched without this command.</source>
        <translation>从各提供商的价目表获取新价格；不执行此命令就不会获取任何内容。</translation>
    </message>
    <message>
        <source>Imports your own prices from a CSV or JSON file.</source>
        <translation>从 CSV 或 JSON 文件导入你自己的价格。</translation>
    </message>
    <message>
        <source>Lists your rate cards.</source>
        <translation>列出你自己的价目表。</translation>
    </message>
    <message>
        <source>Removes one of your rate cards.</source>
        <translation>删除你自己的一个价目表。</translation>
    </message>
    <message>
        <source>Saves exchange rates that you enter, and lists them.</source>
        <translation>保存你填写的汇率，并列出所有汇率。</translation>
    </message>
    <message>
        <source>Lists known GPU models with memory and speed.</source>
        <translation>列出已知的 GPU 型号及其显存和速度。</translation>
    </message>
    <message>
        <source>Lists the sources of prices with age, licence and last refresh.</source>
        <translation>列出价格的来源、新旧、许可证和上次刷新的情况。</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>Cancelled. Sources that were not fetched completely are unchanged.</source>
        <translation>已取消。未完整获取的内容保持原样。</translation>
    </message>
    <message>
        <source>`yard offer refresh --accept` accepts prices that were rejected as implausible.</source>
        <translation>`yard offer refresh --accept` 会采用令人难以置信的内容。</translation>
    </message>
    <message>
        <source>Dry run: nothing was saved.</source>
        <translation>什么都没有保存：这只是试运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferController</name>
    <message>
        <source>The rate card %1 cannot be read.</source>
        <translation>无法读取价目表 %1。</translation>
    </message>
    <message>
        <source>The rate card was imported, but looks wrong.</source>
        <translation>价目表已导入，但看起来有误。</translation>
    </message>
    <message>
        <source>The exchange rate was not saved.</source>
        <translation>汇率没有保存。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferDelegate</name>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferDialog</name>
    <message>
        <source>Price before</source>
        <translation>以前的价格</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to compare</source>
        <translation>固定以便比较</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferList</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Reading the offers…</source>
        <translation>正在读取报价…</translation>
    </message>
    <message>
        <source>The offers could not be read.</source>
        <translation>无法读取报价。</translation>
    </message>
    <message>
        <source>Set an exchange rate…</source>
        <translation>设置汇率…</translation>
    </message>
    <message>
        <source>Change the exchange rate</source>
        <translation>修改汇率</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to compare</source>
        <translation>固定以便比较</translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation>复制此行</translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) of unknown size are listed last.</source>
        <translation>
            <numerusform>%n 个规格不明的报价列在最后。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) without a price are listed last.</source>
        <translation>
            <numerusform>%n 个没有价格的报价列在最后。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import a rate card…</source>
        <translation>导入价目表…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>No offers yet.</source>
        <translation>还没有报价。</translation>
    </message>
    <message>
        <source>Show all offers</source>
        <translation>显示全部报价</translation>
    </message>
    <message>
        <source>Only this GPU and count</source>
        <translation>只看这种 GPU 和这个数量</translation>
    </message>
    <message>
        <source>Connect a machine…</source>
        <translation>连接机器…</translation>
    </message>
    <message>
        <source>location unknown</source>
        <translation>地点未知</translation>
    </message>
    <message>
        <source>%1 per month</source>
        <translation>每月 %1</translation>
    </message>
    <message>
        <source>unknown, usually %1% lower</source>
        <translation>未知，通常便宜 %1%</translation>
    </message>
    <message>
        <source>You have not benchmarked any of these GPUs. Run `yard probe run --machine NAME`.</source>
        <translation>这些 GPU 你都没有测过。请运行 `yard probe run --machine NAME`。</translation>
    </message>
    <message>
        <source>Based on your own benchmarks, the median for each GPU model; --sort tflop-hour uses the datasheet.</source>
        <translation>按你自己的测量结果，每种 GPU 型号取中位数；--sort tflop-hour 使用数据手册的数值。</translation>
    </message>
    <message>
        <source>No matching offers found.</source>
        <translation>没有找到符合条件的报价。</translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) in %1 cannot be compared with %2 and are listed last. Add the exchange rate with --rate %2/%3=RATE@YYYY-MM-DD.</source>
        <translation>
            <numerusform>有 %n 条以 %1 计价的报价无法与 %2 比较，排在最后：请用 --rate %2/%3=RATE@YYYY-MM-DD 给出汇率。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) left out because it is unknown whether they match.</source>
        <translation>
            <numerusform>略去了 %n 条报价：不确定它们是否符合条件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Prices are as of the date shown next to them; check with the provider before you rely on one. `yard offer sources` lists sources and licences.</source>
        <translation>这些价格是在旁边所示日期见到的；采用之前请向提供商确认。`yard offer sources` 会列出来源和许可。</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Enter a number above 0.</source>
        <translation>“%1”不是 %2 的有效值。请写大于 0 的数。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Use one of %3.</source>
        <translation>“%1”不是 %2 的有效值。可用的有 %3。</translation>
    </message>
    <message>
        <source>--max-price and --currency use different currencies: use the same one for both.</source>
        <translation>--max-price 与 --currency 的货币不同：请使用同一种。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferPrices</name>
    <message>
        <source>Billed in steps of %1 s, at least %2 s.</source>
        <translation>以 %1 秒为单位计费，至少 %2 秒。</translation>
    </message>
    <message>
        <source>Billed in steps of %1 s.</source>
        <translation>以 %1 秒为单位计费。</translation>
    </message>
    <message>
        <source>own hardware</source>
        <translation>自有硬件</translation>
    </message>
    <message>
        <source>No price known here. Enter a price.</source>
        <translation>此处没有已知价格，请填写价格。</translation>
    </message>
    <message>
        <source>No price known for traffic here. Enter a price.</source>
        <translation>此处没有已知的流量价格，请填写价格。</translation>
    </message>
    <message>
        <source>No price known for requests here.</source>
        <translation>此处没有已知的请求价格。</translation>
    </message>
    <message>
        <source>No price known for this region and type; prices are known for %1. Enter one, or name the region whose prices to use.</source>
        <translation>不知道此区域和种类的价格；已知的有 %1。请给出价格，或指明采用哪个区域的价格。</translation>
    </message>
    <message>
        <source>This value is unverified: check it.</source>
        <translation>此数值未经核实：请检查。</translation>
    </message>
    <message>
        <source>How this provider rounds is unknown: whole hours are billed.</source>
        <translation>不知道此提供商如何取整：按整小时计算。</translation>
    </message>
    <message>
        <source>The price is unknown; it is usually %1% below on demand.</source>
        <translation>价格未知；通常比按需价格低 %1%。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferQuery</name>
    <message>
        <source>No offer is in a region that begins with “%1”.</source>
        <translation>没有报价所在的地域以“%1”开头。</translation>
    </message>
    <message>
        <source>No offer has a GPU named “%1”. `yard offer gpus` lists known GPUs.</source>
        <translation>没有报价使用名为“%1”的 GPU。`yard offer gpus` 会列出已知的型号。</translation>
    </message>
    <message>
        <source>No offer is from a provider named “%1”.</source>
        <translation>没有报价来自名为“%1”的提供商。</translation>
    </message>
    <message>
        <source>There is no known location named “%1”. Use a continent, country or city, such as Europe, FI or Frankfurt.</source>
        <translation>没有名为“%1”的地点：请写大洲、国家或城市，例如 Europe、FI 或 Frankfurt。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferStore</name>
    <message>
        <source>The disk is full: free some space, then try again.</source>
        <translation>磁盘已满：请腾出一些空间后重试。</translation>
    </message>
    <message>
        <source>%1 cannot be written: check the permissions of the file and its folder.</source>
        <translation>无法写入 %1：请检查该文件及其文件夹的权限。</translation>
    </message>
    <message>
        <source>The rate card %1 cannot be read: check the permissions of the file.</source>
        <translation>无法读取价目表 %1：请检查该文件的权限。</translation>
    </message>
    <message>
        <source>The rate card “%1” is damaged: import it again, or remove it.</source>
        <translation>价目表“%1”已损坏：请重新导入或将其删除。</translation>
    </message>
    <message>
        <source>The exchange rates in %1 cannot be read: check the permissions of the file.</source>
        <translation>无法读取 %1 中的汇率：请检查该文件的权限。</translation>
    </message>
    <message>
        <source>There is no rate card “%1”. `yard offer cards` lists all of them.</source>
        <translation>没有价目表“%1”。`yard offer cards` 会显示全部价目表。</translation>
    </message>
    <message>
        <source>“%1” is not a valid name for a rate card: use letters, digits, dots, hyphens and underscores, at most %2 characters.</source>
        <translation>“%1”不能作为价目表的名称：请使用字母、数字、点、连字符和下划线，最多 %2 个字符。</translation>
    </message>
    <message>
        <source>The exchange rates in %1 are damaged: remove the file and enter them again.</source>
        <translation>%1 中的汇率已损坏：请删除该文件并重新给出汇率。</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferTableModel</name>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>未公布</translation>
    </message>
    <message>
        <source>%1: %2, %3; price from %4</source>
        <translation>%1：%2，%3；价格来自 %4</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>Dense %1, all GPUs together</source>
        <translation>稠密 %1，所有 GPU 合计</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GiB each</source>
        <translation>单卡 GiB</translation>
    </message>
    <message>
        <source>vCPU</source>
        <translation>vCPU</translation>
    </message>
    <message>
        <source>RAM GiB</source>
        <translation>内存 GiB</translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>中断率</translation>
    </message>
    <message>
        <source>Price from</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>The source does not state a region.</source>
        <translation>来源没有注明区域。</translation>
    </message>
    <message>
        <source>Not stated by the source.</source>
        <translation>来源没有注明。</translation>
    </message>
    <message>
        <source>Price unknown.</source>
        <translation>价格未知。</translation>
    </message>
    <message>
        <source>None of your benchmarks measured this GPU.</source>
        <translation>你的基准测试中没有这种 GPU。</translation>
    </message>
    <message>
        <source>The throughput of this GPU at %1 is unknown.</source>
        <translation>这种 GPU 在 %1 下的算力未知。</translation>
    </message>
    <message>
        <source>GPU memory unknown.</source>
        <translation>显存容量未知。</translation>
    </message>
    <message>
        <source>Remove from the comparison (Space)</source>
        <translation>移出比较（空格）</translation>
    </message>
    <message>
        <source>Pin to compare side by side (Space)</source>
        <translation>固定以便并排比较（空格）</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Billed whether used or not.</source>
        <translation>用不用都要付费。</translation>
    </message>
    <message>
        <source>The throughput is from a datasheet and has not been cross-checked.</source>
        <translation>算力取自数据手册，未经核对。</translation>
    </message>
    <message>
        <source>As measured by your own benchmarks, all GPUs together</source>
        <translation>按你的基准测试结果，所有 GPU 合计</translation>
    </message>
</context>
<context>
    <name>trainyard::OfferTableView</name>
    <message>
        <source>Offers</source>
        <translation>报价</translation>
    </message>
</context>
<context>
    <name>trainyard::Offers</name>
    <message>
        <source>%1 % of the other lines</source>
        <translation>其他各项的 %1 %</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>quantity and price</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>不含%1</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>dense %1</source>
        <translation>稠密 %1</translation>
    </message>
    <message>
        <source>vCPUs</source>
        <translation>vCPU 数</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>no exchange rate to %1 is set</source>
        <translation>未设置到 %1 的汇率</translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>中断率</translation>
    </message>
    <message>
        <source>no</source>
        <translation>不会</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>未公布</translation>
    </message>
    <message>
        <source>Price as published</source>
        <translation>公布的价格</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>Per GPU hour</source>
        <translation>每卡时</translation>
    </message>
    <message>
        <source>Per TFLOP/s hour</source>
        <translation>每 TFLOP/s 时</translation>
    </message>
    <message>
        <source>Per GiB hour</source>
        <translation>每 GiB 时</translation>
    </message>
    <message>
        <source>Price from</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>Rate card</source>
        <translation>价目表</translation>
    </message>
    <message>
        <source>%1, since %2</source>
        <translation>%1，自 %2 起</translation>
    </message>
    <message>
        <source>on demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>monthly</source>
        <translation>包月</translation>
    </message>
    <message>
        <source>1 year</source>
        <translation>包一年</translation>
    </message>
    <message>
        <source>3 years</source>
        <translation>包三年</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>GPU count</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>highest price</source>
        <translation>最高价格</translation>
    </message>
    <message>
        <source>text in the filter field</source>
        <translation>筛选框里的文字</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/时</translation>
    </message>
    <message>
        <source>%1/GPU-h</source>
        <translation>%1/卡时</translation>
    </message>
    <message>
        <source>%1/TFLOP-h</source>
        <translation>%1/TFLOP 时</translation>
    </message>
    <message>
        <source>%1/GiB-h</source>
        <translation>%1/GiB 时</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPU count and model</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>age unknown</source>
        <translation>日期不明</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <extracomment>month and year, and day, month and year, as QLocale::toString takes them</extracomment>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>price unknown, usually %1 % below on demand</source>
        <translation>价格未知，通常比按需低 %1 %</translation>
    </message>
    <message>
        <source>owned</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>Own hardware</source>
        <translation>自有硬件</translation>
    </message>
    <message>
        <source>your figures</source>
        <translation>你的数据</translation>
    </message>
    <message>
        <source>Per measured TFLOP/s hour</source>
        <translation>每实测 TFLOP/s 时</translation>
    </message>
    <message>
        <source>%1/meas. TFLOP-h</source>
        <translation>%1/实测 TFLOP 时</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <extracomment>two currencies, what one of the first is in the second, a day: &quot;USD/CNY 7.1 of 2026-11-23&quot;</extracomment>
        <translation>%1 %2（%3）</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>%1 is cheaper than on demand above %2 h per month.</source>
        <translation>每月超过 %2 小时时，%1比按需便宜。</translation>
    </message>
    <message>
        <source>your value</source>
        <translation>由你设定</translation>
    </message>
    <message>
        <source>not cross-checked, please verify</source>
        <translation>未经核对，请确认</translation>
    </message>
    <message>
        <source>Spot instances can be reclaimed: a checkpoint every %1 min loses the least (Daly).</source>
        <translation>抢占式实例可能被收回：每 %1 分钟存一次检查点，损失最小（Daly）。</translation>
    </message>
    <message>
        <source>%1 is never cheaper than on demand.</source>
        <translation>%1不会比按需便宜。</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>Total GPU memory</source>
        <translation>总显存</translation>
    </message>
    <message>
        <source>Throughput per GPU</source>
        <translation>单卡算力</translation>
    </message>
    <message>
        <source>dense %1, from a datasheet, not cross-checked</source>
        <translation>稠密 %1，取自数据手册，未经核对</translation>
    </message>
    <message>
        <source>billed whether used or not</source>
        <translation>用不用都要付费</translation>
    </message>
    <message>
        <source>Price date</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>old: confirm with the provider before you rely on it</source>
        <translation>较旧：采用前请向提供商确认</translation>
    </message>
    <message>
        <source>Specs from</source>
        <translation>配置来源</translation>
    </message>
    <message>
        <source>none, comes with Trainyard</source>
        <translation>无，随 Trainyard 提供</translation>
    </message>
    <message>
        <source>memory per GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>purchase option</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>按每小时价格</translation>
    </message>
    <message>
        <source>Price per GPU hour</source>
        <translation>按每卡时价格</translation>
    </message>
    <message>
        <source>Price per TFLOP/s hour</source>
        <translation>按每 TFLOP/s 时价格</translation>
    </message>
    <message>
        <source>Price per GiB hour</source>
        <translation>按每 GiB 时价格</translation>
    </message>
    <message>
        <source>Price per measured TFLOP/s hour</source>
        <translation>按每实测 TFLOP/s 时价格</translation>
    </message>
    <message numerus="yes">
        <source>%1 TFLOP/s each in your own benchmarks (%2): the median of %n report(s), the last from %3</source>
        <translation>
            <numerusform>你的基准测试中每块 %1 TFLOP/s（%2）：%n 份报告的中位数，最近一份是 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 per month</source>
        <translation>每月 %1</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>published in %1; converted at your rate from %2: 1 %3 = %4 %5</source>
        <translation>以 %1 公布；按你 %2 的汇率换算：1 %3 = %4 %5</translation>
    </message>
    <message>
        <source>location unknown</source>
        <translation>地点未知</translation>
    </message>
</context>
<context>
    <name>trainyard::OffersModule</name>
    <message>
        <source>Offer</source>
        <translation>报价</translation>
    </message>
</context>
<context>
    <name>trainyard::OffersPage</name>
    <message>
        <source>Offers</source>
        <translation>报价</translation>
    </message>
    <message>
        <source>Filter, for example “aws spot”</source>
        <translation>筛选，例如“aws spot”</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>需求</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Rate card…</source>
        <translation>价目表…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Currency of the prices</source>
        <translation>价格币种</translation>
    </message>
    <message>
        <source>Prices can be fetched as soon as the database is open.</source>
        <translation>数据库打开后才能获取价格。</translation>
    </message>
    <message>
        <source>%1 of %2 offers</source>
        <translation>%2 个报价中的 %1 个</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1 个</translation>
    </message>
    <message>
        <source>Clear the %1</source>
        <translation>清除“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%n in %1 not converted: no exchange rate is set</source>
        <translation>
            <numerusform>%n 个以 %1 计价，未换算：没有设置汇率</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Precision of the TFLOP/s</source>
        <translation>TFLOP/s 的精度</translation>
    </message>
    <message numerus="yes">
        <source>The %1 filter excludes most: %n offer(s) match without it.</source>
        <translation>
            <numerusform>“%1”筛选排除最多：去掉它有 %n 个报价符合。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of unknown size are listed last</source>
        <translation>
            <numerusform>%n 个规格不明，列在最后</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n offer(s) without a price are listed last</source>
        <translation>
            <numerusform>%n 个没有价格，列在最后</numerusform>
        </translation>
    </message>
    <message>
        <source>Precision used for the throughput: dense, never with sparsity</source>
        <translation>计算吞吐量所用的精度：稠密，从不计稀疏</translation>
    </message>
    <message>
        <source>Import your own prices, from a file or pasted text</source>
        <translation>导入自己的价格，来自文件或粘贴的文本</translation>
    </message>
    <message>
        <source>A rate card was skipped.</source>
        <translation>有一份价目表未载入。</translation>
    </message>
    <message>
        <source>Fetches prices from the providers&apos; own lists; this never happens automatically</source>
        <translation>从提供商自己的价目获取价格；不会自动获取</translation>
    </message>
    <message>
        <source>Your own hardware does not meet the requirements.</source>
        <translation>自有硬件不符合所填需求。</translation>
    </message>
    <message>
        <source>It is listed once they allow it.</source>
        <translation>需求允许时，它就会列出。</translation>
    </message>
    <message>
        <source>Pin at least two offers first: press Space on a row, or click its pin.</source>
        <translation>请先固定两个或更多报价：在行上按空格，或点击图钉。</translation>
    </message>
    <message>
        <source>No offers match.</source>
        <translation>没有符合的报价。</translation>
    </message>
    <message>
        <source>No single filter excludes all offers; several together do.</source>
        <translation>不是某一项条件的问题，而是几项合在一起太严。</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden: unknown whether they match. Show</source>
        <translation>
            <numerusform>%n 个未列出：是否符合未知。显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n listed last: unknown whether they match. Hide</source>
        <translation>
            <numerusform>%n 个列在最后：是否符合未知。隐藏</numerusform>
        </translation>
    </message>
    <message>
        <source>1 %1 = %2 %3, your rate from %4</source>
        <translation>1 %1 = %2 %3，你 %4 的汇率</translation>
    </message>
</context>
<context>
    <name>trainyard::OpenMenu</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>JupyterLab on port %1</source>
        <translation>JupyterLab（端口 %1）</translation>
    </message>
    <message>
        <source>TensorBoard on port %1</source>
        <translation>TensorBoard（端口 %1）</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Close the tunnel</source>
        <translation>关闭隧道</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No JupyterLab or TensorBoard found in the log</source>
        <translation>日志中未发现 JupyterLab 或 TensorBoard</translation>
    </message>
    <message>
        <source>Forward a port…</source>
        <translation>转发端口…</translation>
    </message>
    <message>
        <source>%1 forwards to %2</source>
        <translation>%1 转发到 %2</translation>
    </message>
    <message>
        <source>Forward a port</source>
        <translation>转发端口</translation>
    </message>
    <message>
        <source>Port (8888), HOST:PORT or socket path on the machine:</source>
        <translation>机器上的端口（8888）、HOST:PORT 或套接字路径：</translation>
    </message>
    <message>
        <source>Open this run&apos;s folder in an editor, JupyterLab, TensorBoard or another port of its machine</source>
        <translation>在编辑器中打开此运行的文件夹，或打开 JupyterLab、TensorBoard 或其机器的其他端口</translation>
    </message>
    <message>
        <source>The folder in %1</source>
        <comment>an editor</comment>
        <translation>在 %1 中打开文件夹</translation>
    </message>
    <message>
        <source>No editor with SSH found</source>
        <translation>未找到支持 SSH 的编辑器</translation>
    </message>
    <message>
        <source>VS Code, Cursor, VSCodium and Windsurf are found when their command is installed.</source>
        <translation>安装了 VS Code、Cursor、VSCodium 或 Windsurf 的命令后即可找到。</translation>
    </message>
    <message>
        <source>Remove %1 from the SSH configuration</source>
        <translation>从 SSH 配置中移除 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::Options</name>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>Usage: yard %1</source>
        <translation>用法：yard %1</translation>
    </message>
    <message>
        <source>The task file %1 cannot be read.</source>
        <translation>无法读取任务文件 %1。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Use one of %3.</source>
        <translation>“%1”不是 %2 的有效值。可用的有 %3。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Enter a whole number between %3 and %4.</source>
        <translation>“%1”不是 %2 的有效值。请写 %3 到 %4 之间的整数。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is not a valid value for %2. Enter a number between %3 and %4 with at most %n decimal place(s).</source>
        <translation>
            <numerusform>“%1”不是 %2 的有效值。请写 %3 到 %4 之间的数，最多 %n 位小数。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Enter hours like 12.5, or 90m, 37s, 3d; at most ten years.</source>
        <translation>“%1”不是 %2 的有效值。请写小时数如 12.5，或 90m、37s、3d；最多十年。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Enter a time with its unit, like 90s, 5m or 2h; at most ten years.</source>
        <translation>“%1”不是 %2 的有效值。请写带单位的时间，如 90s、5m 或 2h；最多十年。</translation>
    </message>
    <message>
        <source>Unknown currency %1 in %2. Use one of %3.</source>
        <translation>%2 中的货币 %1 未知。可用的有 %3。</translation>
    </message>
    <message>
        <source>Add a currency to %1, as in %2.</source>
        <translation>请写明 %1 的货币，如 %2。</translation>
    </message>
    <message>
        <source>“%1” is not a valid value for %2. Enter an amount of at least 0 like 12.5CNY, with at most nine decimal places.</source>
        <translation>“%1”不是 %2 的有效值。请写不小于 0 的金额，如 12.5CNY，最多九位小数。</translation>
    </message>
    <message>
        <source>Unknown option %1. If this is a name, write -- before it.</source>
        <translation>未知选项 %1。如果它是名称，请在前面加 --。</translation>
    </message>
    <message>
        <source>%1 takes one or more values, separated by commas.</source>
        <translation>%1 需要一个或多个值，用逗号分隔。</translation>
    </message>
    <message>
        <source>There is no run “%1”. `yard run list` lists all runs.</source>
        <translation>没有运行“%1”。用 `yard run list` 查看所有运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::OwnHardwareDialog</name>
    <message>
        <source>What does your own hardware cost?</source>
        <translation>自有硬件要花多少钱？</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Listed with the offers at its cost per hour: depreciation plus electricity.</source>
        <translation>它与报价列在一起，按每小时成本计价：机器的折旧加上电费。</translation>
    </message>
    <message>
        <source>Price per machine</source>
        <translation>每台机器的价格</translation>
    </message>
    <message>
        <source>Depreciation period, years</source>
        <translation>折旧年限（年）</translation>
    </message>
    <message>
        <source>Utilization, percent</source>
        <translation>利用率（百分比）</translation>
    </message>
    <message>
        <source>The machine depreciates in idle hours too.</source>
        <translation>闲置时间同样折旧。</translation>
    </message>
    <message>
        <source>Power under load, watts</source>
        <translation>满载功率（瓦）</translation>
    </message>
    <message>
        <source>Data center PUE</source>
        <translation>机房 PUE</translation>
    </message>
    <message>
        <source>Total power divided by the machines&apos; own.</source>
        <translation>总用电除以机器用电。</translation>
    </message>
    <message>
        <source>Price per kWh</source>
        <translation>每千瓦时电价</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Enter a number from 1 to 10.</source>
        <translation>请填写 1 到 10 之间的数字。</translation>
    </message>
    <message>
        <source>Enter a whole number from 1 to 100.</source>
        <translation>请填写 1 到 100 之间的整数。</translation>
    </message>
    <message>
        <source>Enter the GPU model.</source>
        <translation>请填写 GPU 型号。</translation>
    </message>
    <message>
        <source>Enter a whole number above 0.</source>
        <translation>请填写大于 0 的整数。</translation>
    </message>
    <message>
        <source>Enter a number.</source>
        <translation>请填写数字。</translation>
    </message>
</context>
<context>
    <name>trainyard::PageHeader</name>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
</context>
<context>
    <name>trainyard::Paths</name>
    <message>
        <source>%1 is “%2”, a relative path that depends on the current folder. Set it to an absolute path.</source>
        <translation>%1 为“%2”，是相对路径，含义随当前目录而变。请设为绝对路径。</translation>
    </message>
</context>
<context>
    <name>trainyard::PlaceController</name>
    <message>
        <source>%1 is no longer listed.</source>
        <translation>%1 已从列表移除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Its files were not changed.</source>
        <translation>其中的文件没有改动。</translation>
    </message>
</context>
<context>
    <name>trainyard::PlaceDialog</name>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Files of this folder</source>
        <translation>此文件夹中的文件</translation>
    </message>
    <message>
        <source>Asking the machine…</source>
        <translation>正在询问机器…</translation>
    </message>
    <message>
        <source>This folder cannot be shown.</source>
        <translation>无法显示此文件夹。</translation>
    </message>
    <message>
        <source>Choose this folder</source>
        <translation>选择此文件夹</translation>
    </message>
    <message>
        <source>The machine has not answered yet.</source>
        <translation>机器尚未应答。</translation>
    </message>
    <message>
        <source>Parent folder</source>
        <translation>上一级文件夹</translation>
    </message>
    <message>
        <source>Choose a folder on %1</source>
        <translation>选择 %1 上的文件夹</translation>
    </message>
    <message>
        <source>Choose a file or folder on %1</source>
        <translation>选择 %1 上的文件或文件夹</translation>
    </message>
    <message>
        <source>No folders here.</source>
        <translation>这里没有文件夹。</translation>
    </message>
    <message>
        <source>This folder is empty.</source>
        <translation>文件夹为空。</translation>
    </message>
    <message>
        <source>Click Choose to select this folder.</source>
        <translation>点“选择”即选中此文件夹。</translation>
    </message>
    <message>
        <source>There is no parent folder.</source>
        <translation>没有上一级文件夹。</translation>
    </message>
</context>
<context>
    <name>trainyard::PlaceMenu</name>
    <message>
        <source>%1 (%2)</source>
        <extracomment>a place, and how many offers it has</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>All of %1</source>
        <translation>整个%1</translation>
    </message>
</context>
<context>
    <name>trainyard::PriceLists</name>
    <message>
        <source>There is no list “%1” in it.</source>
        <translation>其中没有列表“%1”。</translation>
    </message>
    <message>
        <source>Item %1, “%2”: it is not in %3.</source>
        <translation>第 %1 项的“%2”：货币不是 %3。</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>%1 in %2, from %3 to %4</source>
        <translation>%2 的 %1，从 %3 变为 %4</translation>
    </message>
    <message>
        <source>Row %1: there are more rows than any price list has.</source>
        <translation>第 %1 行：行数超过任何价目表。</translation>
    </message>
    <message>
        <source>The price list is empty.</source>
        <translation>价目表是空的。</translation>
    </message>
    <message>
        <source>Row 1: the column “%1” is missing.</source>
        <translation>第 1 行：缺少列“%1”。</translation>
    </message>
    <message>
        <source>The fetched prices in %1 cannot be read: check the permissions of the file.</source>
        <translation>无法读取 %1 中获取的价格：请检查文件权限。</translation>
    </message>
    <message>
        <source>The fetched prices of “%1” are damaged: fetch them again with `yard offer refresh`.</source>
        <translation>获取的“%1”的价格已损坏：请用 `yard offer refresh` 重新获取。</translation>
    </message>
    <message>
        <source>Row %1: the column “%2” is missing.</source>
        <translation>第 %1 行：缺少列“%2”。</translation>
    </message>
    <message>
        <source>Row %1, column “%2”: “%3” is not a valid price in %4.</source>
        <translation>第 %1 行，列“%2”：“%3”不是以 %4 计的价格。</translation>
    </message>
    <message>
        <source>Entry “%1” is not an object.</source>
        <translation>条目“%1”不是对象。</translation>
    </message>
    <message>
        <source>Item %1 is not an object.</source>
        <translation>第 %1 项不是对象。</translation>
    </message>
    <message>
        <source>The address of the next page is not text.</source>
        <translation>下一页的地址不是文本。</translation>
    </message>
    <message>
        <source>Item %1, “%2”: it is not text.</source>
        <translation>第 %1 项的“%2”：不是文本。</translation>
    </message>
    <message>
        <source>Item %1, “%2”: it is not a valid price.</source>
        <translation>第 %1 项的“%2”：不是价格。</translation>
    </message>
    <message>
        <source>Row %1, column “%2”: “%3” is not a valid number here.</source>
        <translation>第 %1 行，列“%2”：“%3”不是允许的数字。</translation>
    </message>
    <message>
        <source>Row %1: %2 fields, but the header has %3.</source>
        <translation>第 %1 行：有 %2 个字段，而表头有 %3 个。</translation>
    </message>
    <message>
        <source>Row %1: truncated or not CSV.</source>
        <translation>第 %1 行：内容被截断或不是 CSV。</translation>
    </message>
    <message>
        <source>Entry “%1”, “%2”: unexpected content.</source>
        <translation>条目“%1”的“%2”：内容不符合要求。</translation>
    </message>
    <message>
        <source>“%1” does not state that its currency is %2.</source>
        <translation>“%1”没有注明货币为 %2。</translation>
    </message>
    <message>
        <source>It contains no prices of %1.</source>
        <translation>其中没有 %1 的价格。</translation>
    </message>
    <message>
        <source>Byte %1 of %2: truncated or not JSON.</source>
        <translation>第 %1 字节（共 %2 字节）：内容被截断或不是 JSON。</translation>
    </message>
    <message>
        <source>It is JSON, but not an object.</source>
        <translation>是 JSON，但不是对象。</translation>
    </message>
    <message>
        <source>It contains no price of a known GPU.</source>
        <translation>其中没有任何已知 GPU 的价格。</translation>
    </message>
    <message>
        <source>It contains %1 offers instead of %2: check the source, and accept it if it is right.</source>
        <translation>其中有 %1 个报价，而原来有 %2 个：请查看来源，确认无误后再采用。</translation>
    </message>
    <message numerus="yes">
        <source>%n earlier offer(s) are missing (%1), and the server did not state the length: the list may be truncated. Try again, or check the source and accept it if it is right.</source>
        <translation>
            <numerusform>其中缺少原有的 %n 条报价（%1），而服务器没有说明列表在哪里结束：内容可能被截断。请重试，或查看来源，无误则采用。</numerusform>
        </translation>
    </message>
    <message>
        <source>All prices differ greatly from the previous ones (%1): check the source, and accept it if it is right.</source>
        <translation>其中所有价格都与之前相差太大（%1）：请查看来源，确认无误后再采用。</translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) changed implausibly and were left unchanged (%1): check the source, and accept them if they are right.</source>
        <translation>
            <numerusform>%n 个价格变化大得难以置信，已保持原样（%1）：请查看来源，确认无误后再采用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier offer(s) are no longer listed (%1).</source>
        <translation>
            <numerusform>原有的 %n 条报价已不在列表中（%1）。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server did not state the length: the list may be truncated.</source>
        <translation>服务器没有说明列表在哪里结束：内容可能被截断。</translation>
    </message>
    <message>
        <source>Row 1: the column “%1” appears twice.</source>
        <translation>第 1 行：列“%1”出现了两次。</translation>
    </message>
    <message>
        <source>No prices of “%1” have been fetched yet: run `yard offer refresh`.</source>
        <translation>尚未获取“%1”的价格：请执行 `yard offer refresh`。</translation>
    </message>
    <message>
        <source>Prices are already being refreshed: wait until this is done.</source>
        <translation>价格正在刷新：请等待其结束。</translation>
    </message>
</context>
<context>
    <name>trainyard::PriceRefresh</name>
    <message>
        <source>%1 cannot be read again.</source>
        <translation>无法重新读取 %1。</translation>
    </message>
    <message>
        <source>Page %1: %2</source>
        <translation>第 %1 页：%2</translation>
    </message>
    <message>
        <source>File “%1”: %2</source>
        <translation>文件“%1”：%2</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>There is no last page after page %1.</source>
        <translation>第 %1 页之后页面仍没有尽头。</translation>
    </message>
    <message>
        <source>Page %1 refers to another server and was not followed.</source>
        <translation>第 %1 页指向另一台服务器，没有继续。</translation>
    </message>
    <message>
        <source>“%1” is not a valid price source. Available: %2.</source>
        <translation>“%1”不是可以获取价格的来源。可用的有 %2。</translation>
    </message>
    <message>
        <source>Prices are already being refreshed: wait until this is done.</source>
        <translation>价格正在刷新：请等待其结束。</translation>
    </message>
    <message>
        <source>%1: %2 The prices of %3 are kept.</source>
        <translation>%1：%2 保留 %3 的价格。</translation>
    </message>
    <message>
        <source>%1: %2 The built-in prices are kept.</source>
        <translation>%1：%2 保留内置价格。</translation>
    </message>
    <message>
        <source>The server reports no change, but there were no earlier prices.</source>
        <translation>服务器称没有变化，但本机原本没有内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::PriceSource</name>
    <message>
        <source>The built-in catalogue is damaged. Install Trainyard again.</source>
        <translation>内置价目已损坏，请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::PricingModel</name>
    <message>
        <source>In the list of how providers bill, %1 is wrong.</source>
        <translation>提供商计费方式的列表中，%1 有误。</translation>
    </message>
    <message>
        <source>The list of how providers bill is larger than 4 MiB.</source>
        <translation>提供商计费方式的列表大于 4 MiB。</translation>
    </message>
    <message>
        <source>This is not a list of how providers bill: it must be JSON with “providers”.</source>
        <translation>这不是提供商计费方式的列表：必须是含有“providers”的 JSON。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeCard</name>
    <message>
        <source>Keep it</source>
        <translation>留用</translation>
    </message>
    <message>
        <source>Copy text for the provider</source>
        <translation>复制给服务商的说明</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Cancel (%1)</source>
        <translation>取消（%1）</translation>
    </message>
    <message>
        <source>Copying the probe to the machine…</source>
        <translation>正在把探针复制到机器…</translation>
    </message>
    <message>
        <source>%1 Measured %2.</source>
        <translation>%1 测量时间：%2。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>Benchmark</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Run benchmark again</source>
        <translation>重新运行基准测试</translation>
    </message>
    <message>
        <source>Run benchmark</source>
        <translation>运行基准测试</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU. Its disk, memory and network are part of the check. Measured %1.</source>
        <translation>这台机器没有 NVIDIA GPU。磁盘、内存和网络在健康检查中检测。测量于 %1。</translation>
    </message>
    <message>
        <source>Return it</source>
        <translation>退还</translation>
    </message>
    <message>
        <source>Fewer samples: about 20 seconds per GPU instead of two minutes.</source>
        <translation>采样更少：每个 GPU 约 20 秒，而不是两分钟。</translation>
    </message>
    <message>
        <source>This machine has not been benchmarked yet. The benchmark measures memory, links, matrix products and disk, and compares them with results of the same GPUs elsewhere.</source>
        <translation>这台机器尚未做过基准测试。基准测试会测量显存、链路、矩阵乘法和磁盘，并与同型号 GPU 在别处的结果比较。</translation>
    </message>
    <message>
        <source>No GPU to benchmark</source>
        <translation>没有可测试的 GPU</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeCommands</name>
    <message>
        <source>Report %1: %2</source>
        <translation>报告 %1：%2</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>--time-limit takes a number of seconds.</source>
        <translation>--time-limit 后面是秒数。</translation>
    </message>
    <message>
        <source>Name one report by its number. `yard probe list` lists them.</source>
        <translation>请用编号指定一份报告；`yard probe list` 会列出它们。</translation>
    </message>
    <message>
        <source>There is no finding to report to the provider of this machine.</source>
        <translation>这台机器没有需要告知服务商的问题。</translation>
    </message>
    <message>
        <source>Benchmarks the GPUs of a machine or of this computer, and says whether the machine is worth keeping.</source>
        <translation>测量一台机器或本机的 GPU，并说明它是否值得留用。</translation>
    </message>
    <message>
        <source>Lists saved reports with their verdicts.</source>
        <translation>列出保存的报告及其结论。</translation>
    </message>
    <message>
        <source>Shows a report with its verdict, or a text to send to the machine&apos;s provider.</source>
        <translation>显示一份报告及其结论，或写给机器供应商的说明。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeJudge</name>
    <message>
        <source>The machine</source>
        <translation>这台机器</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 waits for a reset to replace a broken row of its memory: restart the machine and probe again.</source>
        <translation>%1 需要重置才能替换显存中损坏的一行：请重启机器后再探测一次。</translation>
    </message>
    <message>
        <source>%1 has replaced %2 rows of its memory after errors that could not be corrected; more than %3 are too many.</source>
        <translation>%1 因无法纠正的错误已替换显存中的 %2 行；超过 %3 行就太多了。</translation>
    </message>
    <message>
        <source>%1 has had %2 memory errors since the driver was loaded that could not be corrected.</source>
        <translation>自驱动加载以来，%1 出现过 %2 次无法纠正的显存错误。</translation>
    </message>
    <message>
        <source>%1 has had %2 memory errors in its life that could not be corrected, none since the driver was loaded.</source>
        <translation>%1 历来出现过 %2 次无法纠正的显存错误，驱动加载以来没有。</translation>
    </message>
    <message>
        <source>%1 is held to %2 W, of the %3 W that are its default: it will be slower.</source>
        <translation>%1 的功率被限制在 %2 W，默认为 %3 W：它会变慢。</translation>
    </message>
    <message>
        <source>%1 was not measured: %2</source>
        <translation>%1 没有测量：%2</translation>
    </message>
    <message>
        <source>%1 is a part of a GPU (MIG): figures of whole ones do not apply.</source>
        <translation>%1 是 GPU 的一部分（MIG）：整块 GPU 的数值不适用。</translation>
    </message>
    <message>
        <source>%1 Checked: %2</source>
        <translation>%1检查内容：%2</translation>
    </message>
    <message>
        <source>%1 (%2) was not measured: %3</source>
        <translation>%1（%2）没有测量：%3</translation>
    </message>
    <message>
        <source>%1: %2, %3.</source>
        <translation>%1：%2，%3。</translation>
    </message>
    <message>
        <source>The estimate is %1.</source>
        <translation>估计值为 %1。</translation>
    </message>
    <message>
        <source>Usual is %1.</source>
        <translation>通常为 %1。</translation>
    </message>
    <message>
        <source>The maker&apos;s own diagnosis fails it below %1.</source>
        <translation>厂商自己的诊断在低于 %1 时判为不合格。</translation>
    </message>
    <message>
        <source>The maker&apos;s own diagnosis lets it pass from %1 on.</source>
        <translation>厂商自己的诊断从 %1 起判为合格。</translation>
    </message>
    <message>
        <source>Azure fails its own machines below %1.</source>
        <translation>Azure 自己的机器低于 %1 即判为不合格。</translation>
    </message>
    <message>
        <source>Your own earlier reports: %1 of the %2 that are needed.</source>
        <translation>你自己以前的报告：需要 %2 份，现有 %1 份。</translation>
    </message>
    <message>
        <source>%1 was slowed down by its own protection for %2 s (%3): cooling or power of the machine is at fault.</source>
        <translation>%1 因自身保护降速了 %2 秒（%3）：机器的散热或供电有问题。</translation>
    </message>
    <message>
        <source>%1 got so hot that the driver slowed it down for %2 s (%3).</source>
        <translation>%1 过热，驱动使其降速了 %2 秒（%3）。</translation>
    </message>
    <message>
        <source>%1 became slower while it ran, from %2 to %3: look at its temperature.</source>
        <translation>%1 在运行中变慢，从 %2 降到 %3：请查看它的温度。</translation>
    </message>
    <message>
        <source>%1 runs its PCIe link as generation %2 under load, and could do %3.</source>
        <translation>%1 在负载下的 PCIe 链路为第 %2 代，本可达到第 %3 代。</translation>
    </message>
    <message>
        <source>Usual in short runs is %1.</source>
        <translation>短时运行通常为 %1。</translation>
    </message>
    <message>
        <source>%1 could not replace a broken row of its memory: it must be replaced.</source>
        <translation>%1 无法替换显存中损坏的一行：必须更换。</translation>
    </message>
    <message>
        <source>%1 lost data written to its memory: %2 errors.</source>
        <translation>%1 没有保住写入其显存的内容：%2 个错误。</translation>
    </message>
    <message>
        <source>%1 computed wrong results (%2).</source>
        <translation>%1 算错了（%2）。</translation>
    </message>
    <message>
        <source>%1 did not return from it (%2): the driver or GPU hangs.</source>
        <translation>%1 一去不返（%2）：驱动或 GPU 卡死。</translation>
    </message>
    <message>
        <source>%1 passed the memory test.</source>
        <translation>%1 保住了写入其显存的内容。</translation>
    </message>
    <message>
        <source>No reference value is known.</source>
        <translation>没有已知的对照数值。</translation>
    </message>
    <message>
        <source>This GPU measured %1 before, the median of %2 reports.</source>
        <translation>这块 GPU 以前是 %1，为 %2 份报告的中位数。</translation>
    </message>
    <message>
        <source>This machine measured %1 before, the median of %2 reports.</source>
        <translation>这台机器以前是 %1，为 %2 份报告的中位数。</translation>
    </message>
    <message>
        <source>Your other GPUs of this model measured %1, the median of %2 reports.</source>
        <translation>你的其他同型号 GPU 是 %1，为 %2 份报告的中位数。</translation>
    </message>
    <message>
        <source>The clocks of %1 were held down for %2 s (%3) by a setting.</source>
        <translation>%1 的频率被压低了 %2 秒（%3）：这是有人设置的。</translation>
    </message>
    <message>
        <source>%1 uses %2 of its %3 PCIe lanes.</source>
        <translation>%1 只有 %3 条 PCIe 通道中的 %2 条。</translation>
    </message>
    <message>
        <source>%1 %2 provides no more for these GPUs.</source>
        <translation>%1%2 给这种 GPU 的就是这么多。</translation>
    </message>
    <message>
        <source>%1 is slower than the other GPUs (%2): %3, their median is %4.</source>
        <translation>%1 比同机的其他 GPU 慢（%2）：%3，它们的中位数是 %4。</translation>
    </message>
    <message>
        <source>Simulated: libraries stand in for a driver, and no value comes from a real GPU.</source>
        <translation>模拟：这些库只是代替驱动，没有一个数值来自真实的 GPU。</translation>
    </message>
    <message>
        <source>Other programs used a GPU meanwhile: measure again when it is free.</source>
        <translation>期间有其他程序使用 GPU：请在空闲时再测一次。</translation>
    </message>
    <message>
        <source>Some values are lower than they should be: measure again when nothing else runs on the machine.</source>
        <translation>有些数值低于应有水平：请在机器上没有其他程序运行时再测一次。</translation>
    </message>
    <message>
        <source>There was nothing to compare the values of %1 (%2) with.</source>
        <translation>%1（%2）没有任何速率可以对照。</translation>
    </message>
    <message>
        <source>Not everything could be measured: see what is missing and why, and run the benchmark again.</source>
        <translation>没有全部测完：请查看缺什么、为什么，然后再探测一次。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeJudgement</name>
    <message>
        <source>memory, copied by a kernel</source>
        <translation>显存，由内核函数复制</translation>
    </message>
    <message>
        <source>memory, triad</source>
        <translation>显存，triad</translation>
    </message>
    <message>
        <source>memory, copied by the driver</source>
        <translation>显存，由驱动复制</translation>
    </message>
    <message>
        <source>from the host, pinned</source>
        <translation>从主机传入，锁页内存</translation>
    </message>
    <message>
        <source>to the host, pinned</source>
        <translation>传回主机，锁页内存</translation>
    </message>
    <message>
        <source>from the host, pageable</source>
        <translation>从主机传入，可分页内存</translation>
    </message>
    <message>
        <source>to the host, pageable</source>
        <translation>传回主机，可分页内存</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>sustained matrix product</source>
        <translation>持续矩阵乘</translation>
    </message>
    <message>
        <source>between GPUs</source>
        <translation>GPU 之间</translation>
    </message>
    <message>
        <source>latency between GPUs</source>
        <translation>GPU 之间的延迟</translation>
    </message>
    <message>
        <source>memory test</source>
        <translation>显存测试</translation>
    </message>
    <message>
        <source>kernel launch</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>kernel launch and wait</source>
        <translation>内核启动并等待</translation>
    </message>
    <message>
        <source>main memory, copied</source>
        <translation>内存，复制</translation>
    </message>
    <message>
        <source>main memory, triad</source>
        <translation>内存，triad</translation>
    </message>
    <message>
        <source>disk, written</source>
        <translation>磁盘，写入</translation>
    </message>
    <message>
        <source>disk, read</source>
        <translation>磁盘，读取</translation>
    </message>
    <message>
        <source>by cuBLASLt</source>
        <translation>用 cuBLASLt</translation>
    </message>
    <message>
        <source>by the probe&apos;s own kernel</source>
        <translation>用探测程序自己的内核</translation>
    </message>
    <message>
        <source>Keep it: the machine performs as such GPUs should.</source>
        <translation>留用：这台机器达到了这类 GPU 的水平。</translation>
    </message>
    <message>
        <source>Inconclusive: the measurements are not sufficient for a verdict.</source>
        <translation>结果不足，无法判断。</translation>
    </message>
    <message>
        <source>Return it: the machine does not perform as such GPUs should.</source>
        <translation>建议退还：这台机器达不到这类 GPU 的水平。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbePrinter</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Report %1 of %2, %3; GPU: %4; driver: %5; CUDA: %6</source>
        <translation>报告 %1，%2，%3；GPU：%4；驱动：%5；CUDA：%6</translation>
    </message>
    <message>
        <source>%1 could not be deleted from the machine. Delete it there.</source>
        <translation>无法从机器上删除 %1：请到机器上删除。</translation>
    </message>
    <message>
        <source>SIMULATED: none of the values below come from a real GPU.</source>
        <translation>模拟：以下没有一个数值来自真实的 GPU。</translation>
    </message>
    <message>
        <source>Why the result is inconclusive:</source>
        <translation>为什么无法判断：</translation>
    </message>
    <message>
        <source>Text for the provider: yard probe show %1 --provider-text</source>
        <translation>写给供应商的文字：yard probe show %1 --provider-text</translation>
    </message>
    <message>
        <source>Reference values as of %1.</source>
        <translation>对照数值截至 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeReference</name>
    <message>
        <source>The built-in figures for judging a probe are damaged. Install Trainyard again.</source>
        <translation>内置的探测对照数值已损坏。请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeReport</name>
    <message>
        <source>The output of the benchmark is not a readable report: run it again.</source>
        <translation>探测程序的输出不是可读的报告：请再运行一次。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeRunner</name>
    <message>
        <source>yard-probe does not start on this computer.</source>
        <translation>yard-probe 在本机上无法启动。</translation>
    </message>
    <message>
        <source>Not removed: %1</source>
        <translation>未删除：%1</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>The output of the benchmark exceeds any report, so it was stopped.</source>
        <translation>探测程序的输出超过了任何报告的大小，已被终止。</translation>
    </message>
    <message>
        <source>yard-probe does not understand its arguments. --only takes these names: %1.</source>
        <translation>yard-probe 不理解所给的参数。--only 可用的名称有：%1。</translation>
    </message>
    <message>
        <source>yard-probe does not start there: the machine lacks glibc, or forbids running it.</source>
        <translation>yard-probe 在那里无法启动：机器缺少一般程序所需的 glibc，或禁止运行它。</translation>
    </message>
    <message>
        <source>The benchmark ended with status %1 and without a report.</source>
        <translation>探测以状态 %1 结束，没有报告。</translation>
    </message>
    <message>
        <source>The connection was lost. The machine ends the benchmark by itself and removes it from %1.</source>
        <translation>连接断开。机器会自行结束探测并从 %1 删除它。</translation>
    </message>
    <message>
        <source>The data received by the machine differs from what was sent: its disk or file system is damaged.</source>
        <translation>到达机器的内容与发送的不一致：它的磁盘或文件系统已损坏。</translation>
    </message>
    <message>
        <source>The machine ended the benchmark before it finished.</source>
        <translation>机器在探测完成之前就把它结束了。</translation>
    </message>
    <message>
        <source>The machine&apos;s answer about where to put the benchmark program cannot be read.</source>
        <translation>无法读懂机器关于探测程序可以放在哪里的回答。</translation>
    </message>
    <message>
        <source>No folder on the machine allows running programs: home and temporary folders are full, not writable, or mounted noexec.</source>
        <translation>机器上没有可以运行程序的文件夹：主目录和临时文件夹已满、不可写，或以 noexec 挂载。</translation>
    </message>
    <message>
        <source>The machine&apos;s shell ended before the benchmark started.</source>
        <translation>机器的 shell 在探测开始之前就结束了。</translation>
    </message>
    <message>
        <source>There is no space for the benchmark program (%1 KB) on the machine: its disk or quota is full.</source>
        <translation>机器上放不下探测程序（%1 KB）：磁盘或配额已满。</translation>
    </message>
    <message>
        <source>The benchmark did not finish in time and was stopped.</source>
        <translation>探测没有在规定时间内结束，已被终止。</translation>
    </message>
    <message>
        <source>This installation has no yard-probe for “%1” processors.</source>
        <translation>此安装中没有适用于“%1”处理器的 yard-probe。</translation>
    </message>
    <message>
        <source>A benchmark takes from 5 seconds to a day: set another time limit.</source>
        <translation>探测需要 5 秒到一天：请给出别的时间限制。</translation>
    </message>
    <message>
        <source>“%1” is not a valid benchmark.</source>
        <translation>“%1”不是探测的名称。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProbeStatus</name>
    <message>
        <source>A GPU computed wrongly, or did not keep what was written to its memory. Nothing that it computes can be relied on.</source>
        <translation>有 GPU 算错，或没有保住写入显存的内容。它算出的任何结果都不可信。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU and no driver.</source>
        <translation>这台机器没有 NVIDIA GPU，也没有驱动。</translation>
    </message>
    <message>
        <source>The libcuda.so.1 that is found is the CUDA toolkit&apos;s stand-in: take its stubs folder out of LD_LIBRARY_PATH.</source>
        <translation>找到的 libcuda.so.1 是 CUDA 工具包的替身：请把它的 stubs 文件夹从 LD_LIBRARY_PATH 中去掉。</translation>
    </message>
    <message>
        <source>The driver&apos;s library and its kernel module are of different versions: restart the machine.</source>
        <translation>驱动的库与内核模块版本不一致：请重启机器。</translation>
    </message>
    <message>
        <source>There are no device files of the GPU here: start the container with a GPU (--gpus all).</source>
        <translation>这里没有 GPU 的设备文件：启动容器时请带上 GPU（--gpus all）。</translation>
    </message>
    <message>
        <source>The driver refuses the probe&apos;s kernels: it is too old, or its compiler of kernels is missing in this container.</source>
        <translation>驱动拒绝探测程序的内核：驱动太旧，或容器中缺少它的内核编译器。</translation>
    </message>
    <message>
        <source>The driver&apos;s library is missing in this container: give it the capability “compute” (NVIDIA_DRIVER_CAPABILITIES).</source>
        <translation>此容器中缺少驱动的库：请给它“compute”能力（NVIDIA_DRIVER_CAPABILITIES）。</translation>
    </message>
    <message>
        <source>The cuda-compat libraries in use are not for this GPU: use the driver&apos;s own.</source>
        <translation>正在使用的 cuda-compat 库不适用于此 GPU：请使用驱动自带的库。</translation>
    </message>
    <message>
        <source>A GPU stopped responding while it was being measured.</source>
        <translation>有 GPU 在测量时不再响应。</translation>
    </message>
    <message>
        <source>A call to the driver did not return and was aborted: the driver or GPU hangs.</source>
        <translation>对驱动的一次调用没有返回，已被切断：驱动或 GPU 卡死。</translation>
    </message>
    <message>
        <source>Some measurements failed: see which, and run the benchmark again.</source>
        <translation>有些测量失败：请查看是哪些，然后再探测一次。</translation>
    </message>
    <message>
        <source>The time ran out before everything was measured: allow more with --time-limit.</source>
        <translation>没有全部测完时间就到了：请用 --time-limit 给更多时间。</translation>
    </message>
    <message>
        <source>The benchmark was stopped before everything was measured: run it again.</source>
        <translation>没有全部测完探测就被停止：请再运行一次。</translation>
    </message>
    <message>
        <source>Other programs use a GPU, so nothing was measured: run the benchmark when they have ended, or with --busy-ok.</source>
        <translation>有其他程序在使用 GPU，因此什么都没测：请等它们结束后再运行，或加上 --busy-ok。</translation>
    </message>
    <message>
        <source>A GPU has too little free memory to be measured: see what uses it, and run the benchmark again.</source>
        <translation>有 GPU 空闲显存太少，无法测量：请查看是什么占用了它，然后再探测一次。</translation>
    </message>
    <message>
        <source>The measuring program crashed, most likely inside the driver: run it again; if it crashes again, another driver version may help.</source>
        <translation>测量程序崩溃，很可能是在驱动内部：请再运行一次；如果又崩溃，换一个驱动版本也许有用。</translation>
    </message>
    <message>
        <source>The benchmark could not continue: memory or processes of the machine are used up.</source>
        <translation>探测无法继续：机器的内存或进程数已用尽。</translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU, but its driver is not loaded: install the driver, or choose an image that has it.</source>
        <translation>有 NVIDIA GPU，但驱动没有加载：请安装驱动，或选择带驱动的镜像。</translation>
    </message>
    <message>
        <source>This user has no permission to open the GPU&apos;s device files: join the group that owns them, usually video.</source>
        <translation>此用户无权打开 GPU 的设备文件：请加入拥有它们的组，通常是 video。</translation>
    </message>
    <message>
        <source>The driver shows no GPU: check CUDA_VISIBLE_DEVICES.</source>
        <translation>驱动没有显示 GPU：请查看 CUDA_VISIBLE_DEVICES。</translation>
    </message>
    <message>
        <source>MIG is on, but the GPU is not divided: create instances (nvidia-smi mig), or switch MIG off.</source>
        <translation>MIG 已打开但 GPU 没有划分：请创建实例（nvidia-smi mig），或关闭 MIG。</translation>
    </message>
    <message>
        <source>The driver does not start: check the kernel log, and restart the machine.</source>
        <translation>驱动无法启动：请查看内核日志，并重启机器。</translation>
    </message>
    <message>
        <source>The driver is too old for this benchmark: update it.</source>
        <translation>驱动太旧，无法用来测量：请更新。</translation>
    </message>
    <message>
        <source>The GPU is used exclusively by one program, or computing is prohibited: check its compute mode.</source>
        <translation>GPU 被一个程序独占，或禁止用于计算：请查看它的计算模式。</translation>
    </message>
    <message>
        <source>The GPUs wait for the fabric manager of their NVSwitches, which is not running: the provider has to start it.</source>
        <translation>GPU 在等待 NVSwitch 的 fabric manager，而它没有运行：须由供应商启动。</translation>
    </message>
    <message>
        <source>The benchmark ended as “%1”, which this version of Trainyard does not know: update Trainyard.</source>
        <translation>探测以“%1”结束，此版本的 Trainyard 不认识它：请更新。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProcessChecks</name>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>Memory that is already used by other processes makes the next job run out of memory, and slows it down.</source>
        <translation>已占用显存的东西会让下一个任务内存不足，并拖慢它。</translation>
    </message>
    <message>
        <source>an unknown amount of memory</source>
        <translation>大小未提供的内存</translation>
    </message>
    <message>
        <source>%1: process %2 (%3) uses %4; it is in another container or not visible to this user.</source>
        <translation>%1：进程 %2（%3）占用 %4；它在另一个容器里，或这个用户看不到它。</translation>
    </message>
    <message>
        <source>%1: process %2 of the run %3 uses %4.</source>
        <translation>%1：运行 %3 的进程 %2 占用 %4。</translation>
    </message>
    <message>
        <source>%1: process %2 of %3 (%4) uses %5.</source>
        <translation>%1：%3 的进程 %2（%4）占用 %5。</translation>
    </message>
    <message>
        <source>It waits inside the kernel and cannot be killed; only a restart helps.</source>
        <translation>它在内核里等待，无法结束；只有重启才行。</translation>
    </message>
    <message>
        <source>If it is left over, end it; it may be another user&apos;s work.</source>
        <translation>如果是遗留的，就结束它；也可能是别人的工作。</translation>
    </message>
    <message>
        <source>%1: %2 MiB are in use, but no process is listed.</source>
        <translation>%1：占用了 %2 MiB，但没有说明是哪个进程。</translation>
    </message>
    <message>
        <source>It may be a process of another container or user, or one that crashed. Check as root; a reset frees the memory.</source>
        <translation>可能是另一个容器或用户的进程，或已死掉的进程。请以 root 查看；复位可以释放。</translation>
    </message>
    <message>
        <source>No process uses GPU memory.</source>
        <translation>没有进程占用显存。</translation>
    </message>
</context>
<context>
    <name>trainyard::Progress</name>
    <message>
        <source>Its GPUs are idle.</source>
        <translation>它的 GPU 空闲。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>The last step was %1.</source>
        <translation>最后一步是 %1。</translation>
    </message>
    <message>
        <source>The run has finished.</source>
        <translation>运行已完成。</translation>
    </message>
    <message>
        <source>The run has ended without finishing.</source>
        <translation>运行未完成就结束了。</translation>
    </message>
    <message>
        <source>No step was found in the log yet.</source>
        <translation>日志中还没有发现步数。</translation>
    </message>
    <message>
        <source>Step %1, %2 ago.</source>
        <translation>第 %1 步，%2前。</translation>
    </message>
    <message>
        <source>One in twenty of the last steps takes %1 or longer; the run&apos;s own median is %2.</source>
        <translation>最近的步骤中每二十步有一步需要 %1 或更久；该运行自身的中位数是 %2。</translation>
    </message>
    <message>
        <source>No step for %1.</source>
        <translation>已有 %1 没有新的步骤。</translation>
    </message>
    <message>
        <source>Pauses of up to %1 were seen before.</source>
        <translation>之前有过最长 %1 的停顿。</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs are busy at %3, while they draw %4 when the run makes progress.</source>
        <translation>%2 块 GPU 中有 %1 块显示忙碌但功率只有 %3，而该运行正常推进时为 %4。</translation>
    </message>
    <message>
        <source>Its GPUs draw %1; %2 when it makes progress.</source>
        <translation>它的 GPU 功率为 %1；正常推进时为 %2。</translation>
    </message>
    <message>
        <source>The machine has been silent for %1.</source>
        <translation>已有 %1 没有收到机器的消息。</translation>
    </message>
    <message>
        <source>Step %1, %2 ago; the median step takes %3.</source>
        <translation>第 %1 步，%2前；每步的中位数为 %3。</translation>
    </message>
    <message>
        <source>The log continues, as in an evaluation.</source>
        <translation>日志仍在继续，像是在评估。</translation>
    </message>
    <message>
        <source>No step for %1 and nothing in the log for %2; it is unknown whether it still makes progress.</source>
        <translation>已有 %1 没有新的步骤，日志也有 %2 没有内容；从外部无法判断它是否还在进行。</translation>
    </message>
    <message>
        <source>Usually there is one every %1.</source>
        <translation>通常每 %1 有一步。</translation>
    </message>
    <message>
        <source>They probably wait for each other in a collective that never ends.</source>
        <translation>所以它们在互相等待，多半是一次永远不会结束的集合通信。</translation>
    </message>
</context>
<context>
    <name>trainyard::Project</name>
    <message>
        <source>A project&apos;s name has 1 to 64 visible characters and no space at either end: choose another name.</source>
        <translation>项目名称须为 1 到 64 个可见字符，首尾不能有空格：请换一个名称。</translation>
    </message>
</context>
<context>
    <name>trainyard::ProviderText</name>
    <message>
        <source>Subject: The GPUs of machine %1 do not do what they should</source>
        <translation>主题：机器 %1 的 GPU 没有达到应有水平</translation>
    </message>
    <message>
        <source>Hello,

the machine %1 that I have from you was measured on %2 UTC, and its GPUs do not do what such GPUs do elsewhere.</source>
        <translation>您好：

我向贵方租用的机器 %1 于 %2（UTC）进行了测量，其 GPU 没有达到同类 GPU 在别处的水平。</translation>
    </message>
    <message>
        <source>Hello,

the machine %1 that I have from you was measured on %2 UTC, and something about it should be looked at.</source>
        <translation>您好：

我向贵方租用的机器 %1 于 %2（UTC）进行了测量，有些地方需要检查。</translation>
    </message>
    <message>
        <source>Measured with yard-probe %1; driver %2, CUDA %3, %4.</source>
        <translation>测量程序 yard-probe %1；驱动 %2，CUDA %3，%4。</translation>
    </message>
    <message>
        <source>The GPUs:</source>
        <translation>GPU：</translation>
    </message>
    <message>
        <source>What was found:</source>
        <translation>发现的问题：</translation>
    </message>
    <message>
        <source>usual: %1 (%2)</source>
        <translation>通常：%1（%2）</translation>
    </message>
    <message>
        <source>estimate: %1 (%2)</source>
        <translation>估计：%1（%2）</translation>
    </message>
    <message>
        <source>fails below %1 (%2)</source>
        <translation>低于 %1 即不合格（%2）</translation>
    </message>
    <message>
        <source>before, on GPUs of this model: %1, the median of %2 reports of mine</source>
        <translation>我以前在此型号 GPU 上测得：%1，为 %2 份报告的中位数</translation>
    </message>
    <message>
        <source>and %1 more of the kind.</source>
        <translation>以及另外 %1 项类似问题。</translation>
    </message>
    <message>
        <source>Please give me another machine, and do not charge the time since this one was handed over. The whole report with every sample is ready for you.</source>
        <translation>请为我更换一台机器，并免收这台机器交付以来的费用。如有需要，我可以提供包含全部样本的完整报告。</translation>
    </message>
    <message>
        <source>Please look at the machine and tell me what you find. The whole report with every sample is ready for you.</source>
        <translation>请检查这台机器并告知结果。如有需要，我可以提供包含全部样本的完整报告。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>trainyard::PruneDialog</name>
    <message>
        <source>, </source>
        <comment>between reasons</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Keep the last</source>
        <translation>保留最新的</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>保留最好的</translation>
    </message>
    <message>
        <source>Keep every multiple of</source>
        <translation>保留步数为其倍数的</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移入回收站</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Prune checkpoints</source>
        <translation>清理检查点</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>放入时间</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>no rule keeps it</source>
        <translation>没有规则保留它</translation>
    </message>
    <message numerus="yes">
        <source>Move %n to the trash</source>
        <translation>
            <numerusform>把 %n 个移入回收站</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Not everything could be moved.</source>
        <translation>部分内容未能移动。</translation>
    </message>
    <message>
        <source>Trash %1</source>
        <translation>回收站 %1</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>Empty the trash?</source>
        <translation>清空回收站？</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a fact as a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Also delete damaged and incomplete ones</source>
        <translation>也删除损坏和不完整的</translation>
    </message>
    <message>
        <source>To delete</source>
        <translation>要删除的</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Finding out what would be deleted…</source>
        <translation>正在查看哪些会被删除…</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Action for each checkpoint</source>
        <translation>对每个检查点的操作</translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation>正在扫描…</translation>
    </message>
    <message>
        <source>Contents of the trash</source>
        <translation>回收站里的内容</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>These rules delete nothing.</source>
        <translation>按这些规则没有要删除的。</translation>
    </message>
    <message numerus="yes">
        <source>These rules delete nothing; %n kept.</source>
        <translation>
            <numerusform>按这些规则没有要删除的；%n 个都保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 move to the trash next to them, %3. Space is freed when you empty the trash.</source>
        <translation>%2 个中有 %1 个移入旁边的回收站，共 %3。清空回收站后释放空间。</translation>
    </message>
    <message>
        <source>%1 free there now.</source>
        <translation>那里现在剩 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Moved %n checkpoint(s) to the trash.</source>
        <translation>
            <numerusform>已将 %n 个检查点移入回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in the trash. Items that have been there for a week are deleted permanently the next time you prune.</source>
        <translation>回收站里有 %1。放满一周的，下次清理时会永久删除。</translation>
    </message>
    <message>
        <source>An operation is in progress.</source>
        <translation>正在进行操作。</translation>
    </message>
    <message>
        <source>Select what to restore.</source>
        <translation>请选择要恢复的内容。</translation>
    </message>
    <message>
        <source>Its contents are deleted permanently. This cannot be undone.</source>
        <translation>其中的内容会永久删除，此操作无法撤销。</translation>
    </message>
    <message>
        <source>Could not find out what would be deleted.</source>
        <translation>没能查出哪些会被删除。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>trainyard::Rail</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>trainyard::RankPanel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Last line</source>
        <translation>最后一行</translation>
    </message>
    <message>
        <source>, behind</source>
        <translation>，落后</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>View stack traces</source>
        <translation>查看调用栈</translation>
    </message>
    <message>
        <source>Last output of each rank</source>
        <translation>各 rank 的最后输出</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Already reading from the machine.</source>
        <translation>正在从机器读取。</translation>
    </message>
</context>
<context>
    <name>trainyard::RateCard</name>
    <message>
        <source>it is longer than %1 bytes.</source>
        <translation>长度超过 %1 字节。</translation>
    </message>
    <message>
        <source>it is empty.</source>
        <translation>为空。</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3.</source>
        <translation>%1 不在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>it is not UTF-8: save the file as “CSV UTF-8”.</source>
        <translation>不是 UTF-8 编码：请将文件另存为“CSV UTF-8”。</translation>
    </message>
    <message>
        <source>it has more than %1 fields.</source>
        <translation>超过 %1 个字段。</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Row %1: there is no column “%2”.</source>
        <translation>第 %1 行：没有名为“%2”的列。</translation>
    </message>
    <message>
        <source>Row %1: the column “%2” is missing.</source>
        <translation>第 %1 行：缺少“%2”列。</translation>
    </message>
    <message>
        <source>The rate card is empty.</source>
        <translation>价目表是空的。</translation>
    </message>
    <message>
        <source>Row %1, column “%2”: %3</source>
        <translation>第 %1 行，“%2”列：%3</translation>
    </message>
    <message>
        <source>The rate card has a header and no offers.</source>
        <translation>价目表只有表头，没有报价。</translation>
    </message>
    <message>
        <source>A rate card in JSON is a list of offers, or an object with such a list as “offers”.</source>
        <translation>JSON 价目表应为报价的列表，或以“offers”为键含有这样列表的对象。</translation>
    </message>
    <message>
        <source>Offer %1: there is no column “%2”.</source>
        <translation>第 %1 条报价：没有名为“%2”的列。</translation>
    </message>
    <message>
        <source>Offer %1, column “%2”: it is neither text nor a number.</source>
        <translation>第 %1 条报价，“%2”列：既不是文字也不是数字。</translation>
    </message>
    <message>
        <source>Offer %1, column “%2”: %3</source>
        <translation>第 %1 条报价，“%2”列：%3</translation>
    </message>
    <message>
        <source>The rate card has no offers.</source>
        <translation>价目表中没有报价。</translation>
    </message>
    <message>
        <source>Offer %1: the column “%2” is missing.</source>
        <translation>第 %1 个报价：缺少列“%2”。</translation>
    </message>
    <message>
        <source>“%1” is not UTF-8 text: save the file as “CSV UTF-8”.</source>
        <translation>“%1”不是 UTF-8 文本：请把文件另存为“CSV UTF-8”。</translation>
    </message>
    <message>
        <source>%1 is not a valid price: it must be above 0.</source>
        <translation>%1 不是价格：必须大于 0。</translation>
    </message>
    <message>
        <source>Line %1, column %2: this is not JSON.</source>
        <translation>第 %1 行第 %2 列：这不是 JSON。</translation>
    </message>
    <message>
        <source>Offer %1 is not an object.</source>
        <translation>第 %1 条报价不是对象。</translation>
    </message>
    <message numerus="yes">
        <source>%n price(s) are below a thousandth of the cheapest known price for such a GPU (%1): check unit and currency.</source>
        <translation>
            <numerusform>有 %n 个价格低于此类 GPU 已知最低价的千分之一（%1）：请检查单位和货币。</numerusform>
        </translation>
    </message>
    <message>
        <source>it contains a line break or another control character.</source>
        <translation>含有换行或其他控制字符。</translation>
    </message>
    <message>
        <source>“%1” is not a valid number with at most %2 decimal places.</source>
        <translation>“%1”不是小数点后最多 %2 位的数。</translation>
    </message>
    <message>
        <source>“%1” is not a valid purchase option. Use one of %2.</source>
        <translation>“%1”不是购买方式。可用的有 %2。</translation>
    </message>
    <message>
        <source>it is empty. Use one of %1.</source>
        <translation>为空。可用的有 %1。</translation>
    </message>
    <message>
        <source>“%1” is not a known currency. Use one of %2.</source>
        <translation>不认识货币“%1”。可用的有 %2。</translation>
    </message>
    <message>
        <source>%1 is more than %2 per GPU and month.</source>
        <translation>%1 超过了每块 GPU 每月 %2 的上限。</translation>
    </message>
    <message>
        <source>%1 is more than %2 per GPU and hour.</source>
        <translation>%1 超过了每块 GPU 每小时 %2 的上限。</translation>
    </message>
    <message>
        <source>“%1” is not a valid date. Examples: 2026-08-03, 2026-08, 2026.</source>
        <translation>“%1”不是日期：请写成 2026-08-03、2026-08 或 2026 这样的形式。</translation>
    </message>
    <message>
        <source>%1 is in the future.</source>
        <translation>%1 还没有到。</translation>
    </message>
    <message>
        <source>Columns: %1. Required: provider, gpu, price and currency.</source>
        <translation>可用的列：%1。必需的列是 provider、gpu、price 和 currency。</translation>
    </message>
    <message>
        <source>Row %1: a rate card can contain at most %2 offers. Split it into several.</source>
        <translation>第 %1 行：一个价目表最多含 %2 条报价，请拆成几个。</translation>
    </message>
    <message>
        <source>a quotation mark is not closed.</source>
        <translation>引号没有结束。</translation>
    </message>
    <message>
        <source>there is text after a closing quotation mark.</source>
        <translation>结束引号之后还有文字。</translation>
    </message>
    <message>
        <source>it contains a NUL byte: this is not a text file.</source>
        <translation>含有 NUL 字节：这不是文本文件。</translation>
    </message>
    <message>
        <source>Row %1: the column “%2” appears twice.</source>
        <translation>第 %1 行：“%2”列出现了两次。</translation>
    </message>
    <message>
        <source>it has %1 fields, but the header has %2.</source>
        <translation>有 %1 个字段，而表头有 %2 个。</translation>
    </message>
    <message>
        <source>The rate card is larger than %1 MiB. Split it into several.</source>
        <translation>价目表大于 %1 MiB，请拆成几个。</translation>
    </message>
</context>
<context>
    <name>trainyard::RateCardDialog</name>
    <message>
        <source>Paste or type</source>
        <translation>粘贴或输入</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>从文件</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>CSV or JSON file</source>
        <translation>CSV 或 JSON 文件</translation>
    </message>
    <message>
        <source>Rate cards (*.csv *.json *.tsv *.txt)</source>
        <translation>价目表 (*.csv *.json *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the rate card %1</source>
        <translation>删除价目表 %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Choose a file.</source>
        <translation>请选择文件。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Add a rate card</source>
        <translation>添加价目表</translation>
    </message>
    <message>
        <source>Used if the card has no currency column.</source>
        <translation>价目表没有币种列时采用。</translation>
    </message>
    <message>
        <source>One offer per line, price per hour</source>
        <translation>每行一个报价，价格按小时</translation>
    </message>
    <message>
        <source>Card name</source>
        <translation>价目表名称</translation>
    </message>
    <message>
        <source>An existing card of this name is replaced.</source>
        <translation>已有的同名价目表会被替换。</translation>
    </message>
    <message>
        <source>Price date</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Used if the card has no date column.</source>
        <translation>价目表没有日期列时采用。</translation>
    </message>
    <message>
        <source>A table copied from a web page or spreadsheet can be pasted as is, with platforms and GPUs in columns or rows. More columns: gpus, region, purchase, vcpus, memory_gib, as_of.</source>
        <translation>从网页或电子表格复制的表格可以直接粘贴，平台和 GPU 在行或列都行。还可以加列：gpus、region、purchase、vcpus、memory_gib、as_of。</translation>
    </message>
    <message>
        <source>Columns as in the user guide: provider, gpu, price, currency and more.</source>
        <translation>列名见用户指南：provider、gpu、price、currency 等。</translation>
    </message>
    <message>
        <source>Choose a rate card</source>
        <translation>选择价目表</translation>
    </message>
    <message>
        <source>Existing: %1</source>
        <translation>已有：%1</translation>
    </message>
    <message>
        <source>Enter a date up to today, such as 2026-08-03.</source>
        <translation>请填写不晚于今天的日期，例如 2026-08-03。</translation>
    </message>
</context>
<context>
    <name>trainyard::RateDialog</name>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Use this rate</source>
        <translation>使用此汇率</translation>
    </message>
    <message>
        <source>Choose two currencies.</source>
        <translation>请选择两种不同的货币。</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>=</source>
        <translation>=</translation>
    </message>
    <message>
        <source>as of</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>Remove this rate</source>
        <translation>移除此汇率</translation>
    </message>
    <message>
        <source>Exchange rate</source>
        <translation>汇率</translation>
    </message>
    <message>
        <source>The date is shown wherever the rate is used.</source>
        <translation>用到汇率的地方都会显示这个日期。</translation>
    </message>
    <message>
        <source>Trainyard neither includes nor downloads exchange rates: prices are converted only at a rate that you enter.</source>
        <translation>Trainyard 不自带汇率，也不从网上获取：只按你填写的汇率换算价格。</translation>
    </message>
    <message>
        <source>Enter a date up to today, such as 2026-08-03.</source>
        <translation>请填写不晚于今天的日期，例如 2026-08-03。</translation>
    </message>
    <message>
        <source>Enter a number above 0.</source>
        <translation>请填写大于 0 的数字。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecentRuns</name>
    <message>
        <source>Recent runs</source>
        <translation>最近的运行</translation>
    </message>
    <message>
        <source>times in local time</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Launch a run…</source>
        <translation>启动运行…</translation>
    </message>
    <message>
        <source>No runs yet.</source>
        <translation>还没有运行。</translation>
    </message>
    <message>
        <source>Runs you launch are listed here, with their logs and charts.</source>
        <translation>启动的运行会列在这里，带有日志和图表。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecentRunsModel</name>
    <message>
        <source>not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>%1 on %2, %3</source>
        <translation>%1，在 %2 上，%3</translation>
    </message>
    <message>
        <source>%1, attempt %2</source>
        <translation>%1，第 %2 次尝试</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>无费用</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余时间</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipeFacts</name>
    <message>
        <source>The built-in facts about environments are damaged. Install Trainyard again.</source>
        <translation>内置的环境资料已损坏。请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipeFolder</name>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 already exists, and nothing was written: use another folder, or add --force.</source>
        <translation>%1 已经存在，没有写入任何文件：请换一个文件夹，或加上 --force。</translation>
    </message>
    <message>
        <source>%1 is a link, and nothing was written: remove it, or use another folder.</source>
        <translation>%1 是链接，没有写入任何内容：请删除它，或另选文件夹。</translation>
    </message>
    <message>
        <source>%1 is not a file, and nothing was written: remove it, or use another folder.</source>
        <translation>%1 不是文件，因此什么都没有写入：请将其移走，或指定另一个文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipeMaker</name>
    <message>
        <source>A node has 1 to %1 GPUs, a job 1 to %2 nodes.</source>
        <translation>一个节点有 1 到 %1 个 GPU，一个作业有 1 到 %2 个节点。</translation>
    </message>
    <message>
        <source>%1 %2 is for Python %3 to %4, not %5.</source>
        <translation>%1 %2 适用于 Python %3 到 %4，不适用于 %5。</translation>
    </message>
    <message>
        <source>TensorFlow %1 brings no CUDA of its own by pip, and no image of this version was seen. The nearest that does is 2.14 or newer.</source>
        <translation>用 pip 安装的 TensorFlow %1 不自带 CUDA，也没有见过这个版本的镜像。最接近的是 2.14 或更新的版本。</translation>
    </message>
    <message>
        <source>Mixed precision is set in the program: torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16), without a GradScaler.</source>
        <translation>混合精度在程序中设置：torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16)，不需要 GradScaler。</translation>
    </message>
    <message>
        <source>Mixed precision is set in the program: torch.autocast(&quot;cuda&quot;, dtype=torch.float16) with a GradScaler; these GPUs have no fast bfloat16.</source>
        <translation>混合精度在程序中设置：torch.autocast(&quot;cuda&quot;, dtype=torch.float16) 并使用 GradScaler；这些 GPU 没有快速的 bfloat16。</translation>
    </message>
    <message>
        <source>Mixed precision is set in the program: the Keras policy mixed_bfloat16.</source>
        <translation>混合精度在程序中设置：Keras 策略 mixed_bfloat16。</translation>
    </message>
    <message>
        <source>Mixed precision is set in the program: the Keras policy mixed_float16.</source>
        <translation>混合精度在程序中设置：Keras 策略 mixed_float16。</translation>
    </message>
    <message>
        <source>The framework is in the base image, with the Python that came with it.</source>
        <translation>框架已在基础镜像中，使用镜像自带的 Python。</translation>
    </message>
    <message>
        <source>“%1” is not a valid apt package.</source>
        <translation>“%1”不是 apt 软件包名。</translation>
    </message>
    <message>
        <source>“%1” is not a script path without spaces.</source>
        <translation>“%1”不是不含空格的脚本路径。</translation>
    </message>
    <message>
        <source>Enter the complete version of torch, tensorflow or jax, for example 2.5.1.</source>
        <translation>请写出 torch、tensorflow 或 jax 的完整版本，例如 2.5.1。</translation>
    </message>
    <message>
        <source>The user needs a name in lower case other than root, and a number from 1 to 65533.</source>
        <translation>用户名要用小写且不能是 root，编号为 1 到 65533。</translation>
    </message>
    <message>
        <source>There are too many packages: put them into a requirements file.</source>
        <translation>软件包太多：请放进 requirements 文件。</translation>
    </message>
    <message>
        <source>“%1” has no version. Add one, as in numpy==1.26.4.</source>
        <translation>“%1”没有版本：请写明，例如 numpy==1.26.4。</translation>
    </message>
    <message>
        <source>“%1” is not a valid Python version. Example: 3.11.</source>
        <translation>“%1”不是 3.11 这样的 Python 版本。</translation>
    </message>
    <message>
        <source>Folders must be absolute or begin with ~/, without commas and quotes.</source>
        <translation>文件夹要用绝对路径或以 ~/ 开头，不能含逗号和引号。</translation>
    </message>
    <message>
        <source>Shared memory must be a size like 16g.</source>
        <translation>共享内存要写成 16g 这样的大小。</translation>
    </message>
    <message>
        <source>Environments are supported for docker or podman.</source>
        <translation>配方只支持 docker 或 podman。</translation>
    </message>
    <message>
        <source>No source says which Python versions PyTorch %1 supports.</source>
        <translation>没有资料说明 PyTorch %1 适用于哪些 Python 版本。</translation>
    </message>
    <message>
        <source>Environments are supported from JAX 0.4.26: no source says how to install older versions.</source>
        <translation>配方从 JAX 0.4.26 开始支持：资料中没有说明更早的版本如何安装。</translation>
    </message>
    <message>
        <source>Trainyard starts one machine per run: start run.sh on each node, and open all TCP ports between them.</source>
        <translation>Trainyard 每次运行只启动一台机器：请在每个节点上启动 run.sh，并放行节点之间的全部 TCP。</translation>
    </message>
    <message>
        <source>Build the image on the machine before the task uses it; Trainyard itself starts runs as root inside the container.</source>
        <translation>请先在机器上构建镜像，再在任务中使用；Trainyard 自身在容器内以 root 启动运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipePane</name>
    <message>
        <source>Save to a folder…</source>
        <translation>保存到文件夹…</translation>
    </message>
    <message>
        <source>Use as the task</source>
        <translation>用作任务</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>With versions: numpy==1.26.4, wandb==0.17.0</source>
        <translation>要写版本：numpy==1.26.4, wandb==0.17.0</translation>
    </message>
    <message>
        <source>For example: git, ffmpeg</source>
        <translation>例如：git, ffmpeg</translation>
    </message>
    <message>
        <source>Data, on the machine</source>
        <translation>机器上的数据</translation>
    </message>
    <message>
        <source>Checkpoints, on the machine</source>
        <translation>机器上的检查点</translation>
    </message>
    <message>
        <source>The files appear here.</source>
        <translation>文件会显示在这里。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Python packages</source>
        <translation>Python 软件包</translation>
    </message>
    <message>
        <source>System packages</source>
        <translation>系统软件包</translation>
    </message>
    <message>
        <source>Generated files</source>
        <translation>生成的文件</translation>
    </message>
    <message>
        <source>Enter GPU and driver, or pick a machine.</source>
        <translation>填写 GPU 和驱动；选定机器后自动填写。</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Mounted read-only at /data.</source>
        <translation>以只读方式挂载到 /data。</translation>
    </message>
    <message>
        <source>Mounted at /checkpoints; kept after the container ends.</source>
        <translation>挂载到 /checkpoints；容器结束后仍会保留。</translation>
    </message>
    <message>
        <source>Based on the image %1, which includes it.</source>
        <translation>基于镜像 %1，其中已包含框架。</translation>
    </message>
    <message>
        <source>Based on the image %1, with pip install %2.</source>
        <translation>基于镜像 %1，并执行 pip install %2。</translation>
    </message>
    <message>
        <source>No files yet: see the reason above.</source>
        <translation>还没有生成文件：原因见上方。</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Replace the existing files?</source>
        <translation>要替换已有的文件吗？</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipeVariables</name>
    <message>
        <source>The GPUs by CDI, which needs `nvidia-ctk cdi generate` once on the machine.</source>
        <translation>通过 CDI 提供 GPU，需要在机器上执行一次 `nvidia-ctk cdi generate`。</translation>
    </message>
    <message>
        <source>The GPUs by the NVIDIA Container Toolkit.</source>
        <translation>通过 NVIDIA Container Toolkit 提供 GPU。</translation>
    </message>
    <message>
        <source>RDMA and pinned memory may lock what they need.</source>
        <translation>RDMA 和锁页内存可以锁定所需的内存。</translation>
    </message>
    <message>
        <source>64 MiB of stack, as NVIDIA&apos;s containers ask for.</source>
        <translation>64 MiB 的栈，与 NVIDIA 容器的要求一致。</translation>
    </message>
    <message>
        <source>The data, which the training only reads.</source>
        <translation>数据，训练只读取它。</translation>
    </message>
    <message>
        <source>Threads of each process: the machine&apos;s %1 cores divided by its %2 processes. torchrun sets 1 otherwise.</source>
        <translation>每个进程的线程数：机器的 %1 个核心除以 %2 个进程。否则 torchrun 会设为 1。</translation>
    </message>
    <message>
        <source>Turns TF32 off, to compare results in full float32.</source>
        <translation>关闭 TF32，以便用完整的 float32 比较结果。</translation>
    </message>
    <message>
        <source>The rendezvous port on it; NCCL itself has none to open.</source>
        <translation>该节点上的会合端口；NCCL 自身没有要打开的端口。</translation>
    </message>
    <message>
        <source>Threads of each process: the cores of a machine divided by its processes. torchrun sets 1 otherwise.</source>
        <translation>每个进程的线程数：机器的核心数除以进程数。否则 torchrun 会设为 1。</translation>
    </message>
    <message>
        <source>The container is removed when the program ends; saved files are in the mounted folders.</source>
        <translation>程序结束后容器即删除；保存的内容在挂载的文件夹中。</translation>
    </message>
    <message>
        <source>A small process 1 forwards SIGTERM and cleans up ended processes.</source>
        <translation>一个小的 1 号进程会转发 SIGTERM，并回收已结束的进程。</translation>
    </message>
    <message>
        <source>A stop waits this many seconds for a checkpoint instead of ten.</source>
        <translation>停止时会等待这么多秒以保存检查点，而不是十秒。</translation>
    </message>
    <message>
        <source>The machine&apos;s shared memory: the container&apos;s own 64 MB are too little for a DataLoader and NCCL.</source>
        <translation>使用机器的共享内存：容器自己的 64 MB 对 DataLoader 和 NCCL 太少。</translation>
    </message>
    <message>
        <source>Shared memory for DataLoader workers and NCCL.</source>
        <translation>供 DataLoader 的工作进程和 NCCL 使用的共享内存。</translation>
    </message>
    <message>
        <source>NCCL uses ports that the system chooses, so they cannot be published one by one.</source>
        <translation>NCCL 使用系统选择的端口：无法逐一发布。</translation>
    </message>
    <message>
        <source>Files in the mounted folders belong to you, not to a user ID of the container.</source>
        <translation>挂载文件夹中的文件归你所有，而不是归容器内的某个编号。</translation>
    </message>
    <message>
        <source>The variables below; secrets go into a separate file with mode 600, never into the command.</source>
        <translation>下列变量；密钥要放进权限为 600 的单独文件，绝不写进命令。</translation>
    </message>
    <message>
        <source>The folder you start from: your program.</source>
        <translation>你启动时所在的文件夹：你的程序。</translation>
    </message>
    <message>
        <source>Checkpoints in this folder are kept after the container ends.</source>
        <translation>检查点保存在这个文件夹，容器结束后仍会保留。</translation>
    </message>
    <message>
        <source>NCCL reports only problems. Use INFO for the first run on new machines.</source>
        <translation>NCCL 只报告问题。在新机器上首次运行时可用 INFO。</translation>
    </message>
    <message>
        <source>Memory grows in place, the usual fix for “out of memory” while much memory is free. Newer PyTorch also reads PYTORCH_ALLOC_CONF.</source>
        <translation>显存原地增长，这是“显存不足”但仍有大量空闲时的常用办法。较新的 PyTorch 也读取 PYTORCH_ALLOC_CONF。</translation>
    </message>
    <message>
        <source>Records the last collectives, for when one hangs.</source>
        <translation>集合通信卡住时，留下最近几次的记录。</translation>
    </message>
    <message>
        <source>The number of collectives kept in that record.</source>
        <translation>该记录保留这么多次集合通信。</translation>
    </message>
    <message>
        <source>float32 matrix products run as TF32: faster, with 10 instead of 23 bits of mantissa. Remove it if precision matters.</source>
        <translation>float32 矩阵乘法按 TF32 运行：更快，尾数从 23 位减到 10 位。若精度要紧请去掉。</translation>
    </message>
    <message>
        <source>TensorFlow allocates memory as needed, not all at once.</source>
        <translation>TensorFlow 按需占用显存，而不是一次全部占用。</translation>
    </message>
    <message>
        <source>JAX allocates memory as needed; otherwise three quarters at start, which is faster.</source>
        <translation>JAX 按需占用显存；否则启动时占用四分之三，这样更快。</translation>
    </message>
    <message>
        <source>The network interface that all nodes share, if they have several; “=” requires the exact name.</source>
        <translation>节点有多个网络接口时，各节点共有的那一个；“=”表示名称要完全一致。</translation>
    </message>
    <message>
        <source>Only to prove that RDMA is the cause: it costs bandwidth.</source>
        <translation>只用来证明问题出在 RDMA：会损失带宽。</translation>
    </message>
    <message>
        <source>The first node, by a name or address that all others can reach.</source>
        <translation>第一个节点，用其他节点都能访问的名称或地址。</translation>
    </message>
</context>
<context>
    <name>trainyard::RecipeWriter</name>
    <message>
        <source>%1 for %2 with driver %3. Made by Trainyard.</source>
        <translation>%1，用于 %2，驱动 %3。由 Trainyard 生成。</translation>
    </message>
    <message>
        <source>Logs appear line by line; the parts of the driver that CUDA and nvidia-smi need.</source>
        <translation>日志逐行输出；以及 CUDA 和 nvidia-smi 需要的驱动部分。</translation>
    </message>
    <message>
        <source>Builds the image and starts it from the folder of your program: %1</source>
        <translation>构建镜像，并从你程序所在的文件夹启动：%1</translation>
    </message>
    <message>
        <source>The framework stays unchanged, whatever pip installs later.</source>
        <translation>无论 pip 之后安装什么，框架都保持不变。</translation>
    </message>
    <message>
        <source>Not root; the user ID is that of the owner of the mounted folders.</source>
        <translation>不用 root；编号与挂载文件夹的所有者一致。</translation>
    </message>
    <message>
        <source>Without a command: shows whether the framework sees the GPU.</source>
        <translation>不带命令时：显示框架是否看得到 GPU。</translation>
    </message>
    <message>
        <source>Variables of the training, one NAME=VALUE per line, without quotes.</source>
        <translation>训练的变量，每行一个 NAME=VALUE，不加引号。</translation>
    </message>
</context>
<context>
    <name>trainyard::RefreshBar</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 of %2 price lists</source>
        <translation>%2 份价目中的第 %1 份</translation>
    </message>
    <message>
        <source>Fetching %1, list %2 of %3, %4, %5</source>
        <translation>正在获取 %1，第 %2 / %3 份，%4，%5</translation>
    </message>
    <message>
        <source>Fetching prices… %1</source>
        <translation>正在获取价格… %1</translation>
    </message>
</context>
<context>
    <name>trainyard::RefreshController</name>
    <message>
        <source>The prices were not refreshed.</source>
        <translation>价格没有刷新。</translation>
    </message>
    <message>
        <source>The price lists changed.</source>
        <translation>价目有变动。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message numerus="yes">
        <source>%n price list(s) could not be fetched; the existing prices are kept.</source>
        <translation>
            <numerusform>%n 份价目无法获取；原有的保持不变。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some fetched prices look implausible; the existing prices are kept.</source>
        <translation>获取的部分价格看起来不合理；原有价格保留。</translation>
    </message>
    <message>
        <source>Use anyway</source>
        <translation>仍然采用</translation>
    </message>
</context>
<context>
    <name>trainyard::Remedies</name>
    <message>
        <source>CUDA itself would work: start the container with --env NVIDIA_DISABLE_REQUIRE=1, or by CDI or --runtime=nvidia of the NVIDIA Container Toolkit 1.18 or newer, which do not look at the condition.</source>
        <translation>CUDA 本身可以工作：启动容器时加上 --env NVIDIA_DISABLE_REQUIRE=1，或使用 CDI，或使用 NVIDIA Container Toolkit 1.18 及更新版本的 --runtime=nvidia，它们不检查该条件。</translation>
    </message>
    <message>
        <source>Use the image %1.</source>
        <translation>改用镜像 %1。</translation>
    </message>
    <message>
        <source>Install with pip install %1</source>
        <translation>用 pip install %1 安装</translation>
    </message>
    <message>
        <source>Use CUDA %1, as in the image %2.</source>
        <translation>改用 CUDA %1，如镜像 %2。</translation>
    </message>
    <message>
        <source>Use a machine with driver %1 or newer, or have it installed.</source>
        <translation>换一台驱动为 %1 或更新的机器，或请人安装。</translation>
    </message>
    <message>
        <source>Use a machine with driver %1 or a newer one of its branch.</source>
        <translation>换一台驱动为 %1 或同分支更新版本的机器。</translation>
    </message>
    <message>
        <source>Use a machine with driver %1, and there:</source>
        <translation>换一台驱动为 %1 的机器，并在其上：</translation>
    </message>
</context>
<context>
    <name>trainyard::RentController</name>
    <message>
        <source>%1 per hour since %2, %3 so far.</source>
        <extracomment>price an hour, a moment, money, money</extracomment>
        <translation>自 %2 起每小时 %1，至今共 %3。</translation>
    </message>
    <message>
        <source>No active run: %1 of that since the last run.</source>
        <translation>没有任务运行：上次运行之后花了其中的 %1。</translation>
    </message>
    <message>
        <source>Price from: %1.</source>
        <translation>价格来源：%1。</translation>
    </message>
</context>
<context>
    <name>trainyard::RentDialog</name>
    <message>
        <source>Rented machine</source>
        <translation>租用的机器</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Rented since</source>
        <translation>租用开始时间</translation>
    </message>
    <message>
        <source>by the second</source>
        <translation>按秒</translation>
    </message>
    <message>
        <source>by the minute</source>
        <translation>按分钟</translation>
    </message>
    <message>
        <source>by the hour</source>
        <translation>按小时</translation>
    </message>
    <message>
        <source>Billed</source>
        <translation>计费单位</translation>
    </message>
    <message>
        <source>Billed from rental to return, whether or not a run is active.</source>
        <translation>从租用到归还都计费，无论是否有任务运行。</translation>
    </message>
    <message>
        <source>Start counting</source>
        <translation>开始计费</translation>
    </message>
    <message>
        <source>Machine price</source>
        <translation>机器价格</translation>
    </message>
    <message>
        <source>Returning it here only stops the cost count: shut it down at the provider too. To change the price, return it and enter the new one.</source>
        <translation>在此归还只会停止计费统计：请同时在服务商处关机。价格有变时，先归还再登记新价格。</translation>
    </message>
    <message>
        <source>Return machine</source>
        <translation>归还机器</translation>
    </message>
    <message>
        <source>Price per hour</source>
        <translation>按每小时价格</translation>
    </message>
    <message>
        <source>For the whole machine with all its GPUs.</source>
        <translation>整台机器（含全部 GPU）的价格。</translation>
    </message>
    <message>
        <source>In this computer&apos;s time zone.</source>
        <translation>以本机时区为准。</translation>
    </message>
    <message>
        <source>The provider rounds time up to this unit.</source>
        <translation>服务商按此单位向上取整。</translation>
    </message>
    <message>
        <source>Price source</source>
        <translation>价格来源</translation>
    </message>
    <message>
        <source>Optional, for your own reference.</source>
        <translation>可选，供自己参考。</translation>
    </message>
</context>
<context>
    <name>trainyard::Report</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>There are no samples of the machine.</source>
        <translation>没有这台机器的采样。</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>This run was made in the sandbox on this computer: its machine and its GPUs are simulated.</source>
        <translation>此运行在本机的沙箱中进行：机器和 GPU 都是模拟的。</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>The machine has no NVIDIA GPU, or no nvidia-smi.</source>
        <translation>这台机器没有 NVIDIA GPU，或没有 nvidia-smi。</translation>
    </message>
    <message>
        <source>No GPU was seen.</source>
        <translation>没有发现 GPU。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1／%2</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1，模拟</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Power, mean</source>
        <translation>功耗，平均</translation>
    </message>
    <message>
        <source>Hottest</source>
        <translation>最高温度</translation>
    </message>
    <message>
        <source>%1 more are not shown.</source>
        <translation>还有 %1 项未显示。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>None were recorded.</source>
        <translation>没有记录。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>About this run</source>
        <translation>关于此运行</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Task file</source>
        <translation>任务文件</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1 lines, %2</source>
        <translation>%1 行，%2</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU 功耗</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>mean %1, %2 to %3</source>
        <translation>平均 %1，%2 至 %3</translation>
    </message>
    <message>
        <source>%1 (%2) over time: %3</source>
        <translation>%1（%2）随时间变化：%3</translation>
    </message>
    <message>
        <source>last %1, lowest %2 at step %3</source>
        <translation>最后 %1，最低 %2（第 %3 步）</translation>
    </message>
    <message>
        <source>%1 over steps %2 to %3</source>
        <translation>%1，第 %2 至 %3 步</translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation>平滑后</translation>
    </message>
    <message>
        <source>, median and range of %1 GPUs</source>
        <translation>，%1 个 GPU 的中位数和范围</translation>
    </message>
    <message>
        <source>Main memory used</source>
        <translation>内存使用率</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>no samples %1</source>
        <translation>%1 无采样</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 (event file)</source>
        <translation>%1（事件文件）</translation>
    </message>
    <message>
        <source>, %1 values are not numbers</source>
        <translation>，%1 个值不是数字</translation>
    </message>
    <message>
        <source>The log contains no training steps.</source>
        <translation>日志中没有训练步的信息。</translation>
    </message>
    <message>
        <source>Created by %1 on %2. Times are in %3.</source>
        <translation>由 %1 于 %2 生成。时间为 %3 时区。</translation>
    </message>
    <message>
        <source>Utilization, mean</source>
        <translation>利用率，平均</translation>
    </message>
    <message>
        <source>Memory, peak</source>
        <translation>显存，最高</translation>
    </message>
    <message>
        <source>Problem lines in the log</source>
        <translation>日志中的问题行</translation>
    </message>
    <message>
        <source>Complete log</source>
        <translation>完整日志</translation>
    </message>
    <message>
        <source>Start of the log</source>
        <translation>日志开头</translation>
    </message>
    <message>
        <source>End of the log</source>
        <translation>日志结尾</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>每步用时</translation>
    </message>
    <message>
        <source>GPU utilization</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>CPU utilization</source>
        <translation>处理器利用率</translation>
    </message>
</context>
<context>
    <name>trainyard::ReportCommands</name>
    <message>
        <source>--from is later than --to.</source>
        <translation>--from 晚于 --to。</translation>
    </message>
    <message>
        <source>With --training, --every is a number of steps, not %1.</source>
        <translation>配合 --training 时，--every 是步数，而不是 %1。</translation>
    </message>
    <message>
        <source>Name one run, and --csv or --json.</source>
        <translation>请指定一个运行，以及 --csv 或 --json。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Name two to six runs.</source>
        <translation>请指定两到六个运行。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>Based on the copy on this computer: the machine %1 was removed from the list.</source>
        <translation>来自本机副本：机器 %1 已从列表中移除。</translation>
    </message>
    <message>
        <source>Name one run, and the file with -o FILE.</source>
        <translation>请指定一个运行，并用 -o FILE 指定文件。</translation>
    </message>
    <message>
        <source>Written to %1. Check the log in it before you share it.</source>
        <translation>已写入 %1。转交他人之前请先查看其中的日志。</translation>
    </message>
    <message>
        <source>“%1” is not a valid time. Write it as 2026-11-22T10:00:00Z, or as seconds since 1970.</source>
        <translation>“%1”不是有效的时间。请写成 2026-11-22T10:00:00Z，或自 1970 年起的秒数。</translation>
    </message>
    <message>
        <source>“%1” is not a valid interval. Write 10s or 5m for samples, or a number of steps with --training.</source>
        <translation>“%1”不是有效的间隔。采样请写 10s 或 5m，配合 --training 时请写步数。</translation>
    </message>
    <message>
        <source>--from and --to select samples by time; training series go by steps.</source>
        <translation>--from 和 --to 用于选择采样；训练按步计。</translation>
    </message>
    <message>
        <source>%1 was given twice.</source>
        <translation>%1 被指定了两次。</translation>
    </message>
    <message>
        <source>Some task files are not on this computer; only the available ones were compared.</source>
        <translation>并非所有任务文件都在本机：只比较了已有的。</translation>
    </message>
    <message>
        <source>Their task files are identical.</source>
        <translation>它们的任务文件相同。</translation>
    </message>
    <message>
        <source>Writes a report of the run as one self-contained HTML file.</source>
        <translation>把运行报告写成一个独立的 HTML 文件。</translation>
    </message>
    <message>
        <source>Exports the samples or the training series as a table for other programs.</source>
        <translation>把采样或训练曲线写成供其他程序使用的表格。</translation>
    </message>
    <message>
        <source>Compares two to six runs: task files, losses, times, cost.</source>
        <translation>比较两到六个运行：任务文件、损失、用时、费用。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResourcesSection</name>
    <message>
        <source>GPUs and project</source>
        <translation>GPU 和项目</translation>
    </message>
    <message>
        <source>GPU model</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Leave empty to take any.</source>
        <translation>留空则任何型号都可以。</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>The cost of the run counts towards its budget.</source>
        <translation>运行的费用计入它的预算。</translation>
    </message>
    <message>
        <source>Enter the GPU model first.</source>
        <translation>请先填写 GPU 型号。</translation>
    </message>
    <message>
        <source>%1 (only in the task file)</source>
        <translation>%1（只在任务文件中）</translation>
    </message>
    <message>
        <source>GPUs of the machine</source>
        <translation>机器的 GPU</translation>
    </message>
    <message>
        <source>They are shown when the machine has answered.</source>
        <translation>机器回应后会显示在这里。</translation>
    </message>
    <message>
        <source>Chosen: %1. The machine has not answered yet.</source>
        <translation>已选择：%1。机器尚未回应。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>This machine has no GPU that can be chosen.</source>
        <translation>这台机器没有可以选择的 GPU。</translation>
    </message>
    <message>
        <source>The driver does not tell who uses them.</source>
        <translation>驱动程序没有说明谁在使用它们。</translation>
    </message>
    <message>
        <source>Who uses them: %1.</source>
        <comment>the GPUs</comment>
        <translation>使用情况：%1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>None is ticked, so the run is given all of them.</source>
        <translation>没有勾选任何一个，因此全部交给这次运行。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeCheck</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Attempt %1 was launched before Trainyard recorded this, so nothing can be compared.</source>
        <translation>第 %1 次尝试启动时 Trainyard 还没有记录这一项，因此无法比较。</translation>
    </message>
    <message>
        <source>the command reads TRAINYARD_RESUME</source>
        <translation>命令会读取 TRAINYARD_RESUME</translation>
    </message>
    <message>
        <source>only the variable TRAINYARD_RESUME</source>
        <translation>仅变量 TRAINYARD_RESUME</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>(simulated)</source>
        <translation>（模拟）</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>The checkpoint does not say how many processes wrote it.</source>
        <translation>检查点没有说明由多少个进程写成。</translation>
    </message>
    <message>
        <source>The command does not say how many processes it starts.</source>
        <translation>命令没有说明会启动多少个进程。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>“latest” may be another image than last time. A tag with a version, or a digest, stays the same.</source>
        <translation>“latest”可能已不是上次的镜像。带版本的标签或摘要才保持不变。</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>not in the checkpoint</source>
        <translation>不在检查点中</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全性</translation>
    </message>
    <message>
        <source>runs code when loaded</source>
        <translation>加载时会执行代码</translation>
    </message>
    <message>
        <source>torch.load refuses it from version 2.6 on, unless the program allows these classes. %1</source>
        <translation>从 2.6 版起 torch.load 会拒绝它，除非程序允许这些类。%1</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message numerus="yes">
        <source>%n path(s) of the command are not on this machine.</source>
        <translation>
            <numerusform>命令中有 %n 个路径不在这台机器上。</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>The folder of the task could not be read on this computer.</source>
        <translation>无法读取本机上的任务文件夹。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>same as in attempt %1</source>
        <translation>与第 %1 次尝试相同</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) differ from attempt %1</source>
        <translation>
            <numerusform>有 %n 个文件与第 %1 次尝试不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Attempt before</source>
        <translation>上一次尝试</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>%1 from %2, through here</source>
        <translation>%1，来自 %2，经本机中转</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>Code revision</source>
        <translation>代码版本</translation>
    </message>
    <message>
        <source>Resume option</source>
        <translation>续跑参数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This run is finished: no steps are left. Raise the number of steps in the additional arguments, for example --steps %1.</source>
        <translation>该运行已完成：没有剩余步数。请在附加参数中增大步数，例如 --steps %1。</translation>
    </message>
    <message>
        <source>Could not reach the machine.</source>
        <translation>无法连接这台机器。</translation>
    </message>
    <message>
        <source>“%1” is not a valid number: most programs stop with an error before the first step.</source>
        <translation>“%1”不是数字：多数程序会在第一步之前报错退出。</translation>
    </message>
    <message>
        <source>A program that does not read this variable starts at step 0 without any message. Choose how to pass the checkpoint.</source>
        <translation>不读取该变量的程序会从第 0 步开始，且不作任何提示。请选择如何传入检查点。</translation>
    </message>
    <message>
        <source>The checkpoint was written by %1, and these are the arguments of %2. A program that does not know them stops with an error, or starts from scratch.</source>
        <translation>检查点由 %1 写成，而这些是 %2 的参数。不认识它们的程序会报错退出，或从头开始。</translation>
    </message>
    <message>
        <source>%1 is already in the command. Most programs use the last one.</source>
        <translation>命令中已有 %1。多数程序以最后一个为准。</translation>
    </message>
    <message>
        <source>still running on %1</source>
        <translation>仍在 %1 上进行</translation>
    </message>
    <message>
        <source>Two attempts would write to the same folder. Stop attempt %1 first.</source>
        <translation>两次尝试会写入同一个文件夹。请先停止第 %1 次尝试。</translation>
    </message>
    <message>
        <source>This is the last known state. Stop attempt %1 unless you want both: it keeps costing money, and its next steps are done twice.</source>
        <translation>这是目前已知的状态。除非两次都需要，否则请停止第 %1 次尝试：它会继续计费，后面的步也会重复跑。</translation>
    </message>
    <message>
        <source>none remaining</source>
        <translation>没有剩余</translation>
    </message>
    <message>
        <source>This computer has only %1 free. Free up space, or use a copy of the checkpoint in an object store, which the machine can fetch itself.</source>
        <translation>本机只剩 %1 可用。请腾出空间，或指定检查点在对象存储里的副本，由机器自行取回。</translation>
    </message>
    <message>
        <source>There is no GPU now. Many programs continue on the CPU instead, a hundred times slower.</source>
        <translation>现在没有 GPU。许多程序会改用处理器继续，慢上百倍。</translation>
    </message>
    <message>
        <source>With a different number of GPUs each step uses a different number of samples, unless you change the batch size. Step counts, learning rate and loss are then not comparable with before.</source>
        <translation>GPU 数量不同，除非重新设置批次大小，否则每一步的样本数也不同。步数、学习率和损失的含义将与之前不同。</translation>
    </message>
    <message>
        <source>Different GPUs: speed and memory differ, and results are no longer bitwise identical.</source>
        <translation>GPU 不同：速度和显存有差别，结果不再逐位一致。</translation>
    </message>
    <message>
        <source>The model is split into %1 parts (tensor × pipeline), so the number of processes must be a multiple of %1.</source>
        <translation>模型分为 %1 份（张量 × 流水线），进程数必须是 %1 的倍数。</translation>
    </message>
    <message>
        <source>ZeRO stores one optimizer partition per process and does not load with another number. Start %1 processes, or convert the checkpoint with ds_to_universal.py first.</source>
        <translation>ZeRO 为每个进程各保存一份优化器分片，数量不同就拒绝加载。请启动 %1 个进程，或先用 ds_to_universal.py 转换检查点。</translation>
    </message>
    <message>
        <source>The model parts match, but a distributed optimizer loads only if it was saved in a reshardable format. Check the first lines of the log.</source>
        <translation>模型分片相符，但分布式优化器只有以可重新分布的方式保存才能加载。请查看日志的开头几行。</translation>
    </message>
    <message>
        <source>The parts are resharded for the new number of processes. The order of the data still changes.</source>
        <translation>分片会按新的进程数重新分布，但数据顺序仍会改变。</translation>
    </message>
    <message>
        <source>The random states of the other processes and the position in the data do not match: samples are repeated or skipped, without any message.</source>
        <translation>其他进程的随机状态和数据位置对不上：样本会重复或遗漏，且没有任何提示。</translation>
    </message>
    <message>
        <source>none (run directly on the machine)</source>
        <translation>无（直接在机器上运行）</translation>
    </message>
    <message>
        <source>Different image: its framework may read the checkpoint differently or not at all.</source>
        <translation>镜像不同：其中的框架读取检查点的方式可能不同，甚至无法读取。</translation>
    </message>
    <message>
        <source>No NVIDIA driver responds now: the run will not see a GPU.</source>
        <translation>现在没有 NVIDIA 驱动应答：任务将看不到 GPU。</translation>
    </message>
    <message>
        <source>Different driver than before. Whether it works with what the run uses is unknown.</source>
        <translation>驱动与之前不同；这里无法判断它是否适合任务所用的软件。</translation>
    </message>
    <message>
        <source>The free space where checkpoints are written is unknown.</source>
        <translation>不清楚写检查点的位置还有多少空间。</translation>
    </message>
    <message>
        <source>%1 free, %2 needed per checkpoint</source>
        <translation>可用 %1，每个检查点需 %2</translation>
    </message>
    <message>
        <source>The checkpoint itself does not fit, so it cannot be copied there. Free up space first.</source>
        <translation>空间放不下检查点本身，因此无法复制过去。请先腾出空间。</translation>
    </message>
    <message>
        <source>The next checkpoint does not fit: it would be incomplete, and many programs stop then. Free up space first.</source>
        <translation>下一个检查点放不下：只能写到一半，许多程序会随之结束。请先腾出空间。</translation>
    </message>
    <message numerus="yes">
        <source>There is space for %n more checkpoint(s).</source>
        <translation>
            <numerusform>还能存放 %n 个检查点。</numerusform>
        </translation>
    </message>
    <message>
        <source>It contains only weights. The optimizer and the learning rate schedule start over, and the loss jumps; few programs report this.</source>
        <translation>其中只有权重。优化器和学习率计划将从头开始，损失会跳变；很少有程序会提示。</translation>
    </message>
    <message>
        <source>contains classes that are not part of torch</source>
        <translation>含有 torch 以外的类</translation>
    </message>
    <message>
        <source>Loading it runs code that was put into it, with the permissions of the run. %1</source>
        <translation>加载它会以任务的权限执行别人放入的内容。%1</translation>
    </message>
    <message>
        <source>Whether the data is present was not checked.</source>
        <translation>没有检查数据是否存在。</translation>
    </message>
    <message numerus="yes">
        <source>%n path(s) of the command found</source>
        <translation>
            <numerusform>命令中的 %n 个路径都在</numerusform>
        </translation>
    </message>
    <message>
        <source>The run uses the files as they are now. If the model&apos;s layers changed, weights may be skipped silently (strict=False).</source>
        <translation>任务将使用文件现在的内容续跑。如果模型的层有改动，权重可能被悄悄略过（strict=False）。</translation>
    </message>
    <message>
        <source>The commit of the code was not recorded for attempt %1.</source>
        <translation>第 %1 次尝试没有记录代码所在的提交。</translation>
    </message>
    <message>
        <source>The current commit of the code could not be read.</source>
        <translation>无法读取代码现在所在的提交。</translation>
    </message>
    <message>
        <source>The code is at a different commit than in attempt %1. Check the changes in between: changed layers or data order cause no message.</source>
        <translation>代码所在的提交与第 %1 次尝试不同。请查看两者之间的改动：层或数据顺序变了不会有提示。</translation>
    </message>
    <message>
        <source>Same commit, but files on the machine have uncommitted changes, and it was not recorded which. They may differ from attempt %1.</source>
        <translation>提交相同，但机器上有文件与提交不一致，且没有记录是哪些。它们可能与第 %1 次尝试时不同。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeController</name>
    <message>
        <source>%1 has saved no checkpoint yet. Launch it again instead.</source>
        <translation>%1 还没有保存检查点。请改为重新启动。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeCost</name>
    <message>
        <source>It ends after %1 at the latest.</source>
        <translation>最迟在 %1 后结束。</translation>
    </message>
    <message>
        <source>That is before the last step.</source>
        <translation>那时还没到最后一步。</translation>
    </message>
    <message>
        <source>The remaining time is unknown: the log of the previous attempt shows neither its pace nor its number of steps.</source>
        <translation>还需多久未知：上一次尝试的日志没有给出速度和总步数。</translation>
    </message>
    <message>
        <source>About %1 to the last step, which costs about %2 at %3 per hour.</source>
        <translation>到最后一步约需 %1，按每小时 %3 计约花费 %2。</translation>
    </message>
    <message>
        <source>About %1 to the last step.</source>
        <translation>到最后一步约需 %1。</translation>
    </message>
    <message>
        <source>This is the pace of the previous attempt on different GPUs.</source>
        <translation>这是上一次尝试在其他 GPU 上的速度。</translation>
    </message>
    <message>
        <source>No cost: the machine is simulated on this computer.</source>
        <translation>不产生费用：这台机器是在本机上模拟的。</translation>
    </message>
    <message>
        <source>The cost is unknown: no price set for this machine.</source>
        <translation>费用未知：没有为这台机器设置价格。</translation>
    </message>
    <message>
        <source>It ends after %1 at the latest, at a cost of %2.</source>
        <translation>最迟在 %1 后结束，届时花费 %2。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeDialog</name>
    <message>
        <source>What will run</source>
        <translation>将要运行的命令</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>续跑 %1</translation>
    </message>
    <message>
        <source>Starts attempt %1 on the machine of attempt %2.</source>
        <translation>在第 %2 次尝试所在的机器上开始第 %1 次尝试。</translation>
    </message>
    <message>
        <source>From which checkpoint</source>
        <translation>从哪个检查点</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>显示全部 %1 个</translation>
    </message>
    <message>
        <source>Checkpoints of this run</source>
        <translation>这个运行的检查点</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>续跑</translation>
    </message>
    <message>
        <source>Choose a complete checkpoint first.</source>
        <translation>请先选一个完整的检查点。</translation>
    </message>
    <message>
        <source>Asking the machine…</source>
        <translation>正在询问机器…</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>The run was not resumed.</source>
        <translation>没有续跑成功。</translation>
    </message>
    <message>
        <source>Resume from step %1</source>
        <translation>从第 %1 步续跑</translation>
    </message>
    <message>
        <source>None of these checkpoints is complete.</source>
        <translation>这些检查点没有一个完整。</translation>
    </message>
    <message>
        <source>The exact command is not known yet.</source>
        <translation>确切的命令还不知道。</translation>
    </message>
    <message>
        <source>repeats %1 steps</source>
        <translation>重跑 %1 步</translation>
    </message>
    <message>
        <source>Starts attempt %1 on %2. Attempt %3 was on %4.</source>
        <translation>在 %2 上开始第 %1 次尝试。第 %3 次尝试在 %4 上。</translation>
    </message>
    <message>
        <source>Could not reach the machine.</source>
        <translation>无法连接这台机器。</translation>
    </message>
    <message>
        <source>Could not reach %1 to look for checkpoints.</source>
        <translation>无法连接 %1，因此没有查找检查点。</translation>
    </message>
    <message>
        <source>Existing checkpoints are kept; the new attempt writes next to them.</source>
        <translation>现有检查点会保留，新的尝试写在它们旁边。</translation>
    </message>
    <message>
        <source>I know what code loading it runs, and allow it</source>
        <translation>我清楚加载时会执行什么代码，并允许执行</translation>
    </message>
    <message>
        <source>Could not determine the command: %1</source>
        <translation>无法得知命令：%1</translation>
    </message>
    <message>
        <source>If there is a copy in an object store, choose another machine and enter its address.</source>
        <translation>如果对象存储里有副本，请选择其他机器并填写副本的地址。</translation>
    </message>
    <message>
        <source>Choose another machine and enter the address of a copy, or try again later.</source>
        <translation>请选择其他机器并填写副本的地址，或稍后再试。</translation>
    </message>
    <message>
        <source>Fix the marked fields first.</source>
        <translation>请先改正标出的内容。</translation>
    </message>
    <message>
        <source>Loading this checkpoint runs code. Allow it, or choose another checkpoint.</source>
        <translation>加载这个检查点会执行代码。请确认允许，或选择其他检查点。</translation>
    </message>
    <message>
        <source>The checkpoint is copied first. The original on %1 is kept.</source>
        <translation>会先复制检查点。%1 上的原件会保留。</translation>
    </message>
    <message>
        <source>None of these checkpoints is complete, so there is nothing to resume from.</source>
        <translation>这些检查点没有一个完整，无法续跑。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeLimitsEdit</name>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Limits and cost</source>
        <translation>限制与费用</translation>
    </message>
    <message>
        <source>Time limit, hours</source>
        <translation>时间上限（小时）</translation>
    </message>
    <message>
        <source>Enter hours such as 12 or 1.5, or 90m, 3d.</source>
        <translation>请填写小时数，如 12 或 1.5，也可写 90m、3d。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeLinesView</name>
    <message>
        <source>fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Will it continue correctly?</source>
        <translation>能正确续跑吗？</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>之前 %1</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1，与之前相同</translation>
    </message>
    <message>
        <source>%1 before, %2 now</source>
        <translation>之前 %1，现在 %2</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message numerus="yes">
        <source>Yes, %n note(s)</source>
        <translation>
            <numerusform>能，有 %n 点提示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No, %n problem(s)</source>
        <translation>
            <numerusform>不能，有 %n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>slightly different</source>
        <translation>与之前略有不同</translation>
    </message>
    <message>
        <source>will fail</source>
        <translation>会出问题</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n 项未知</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::ResumePlace</name>
    <message>
        <source>On which machine</source>
        <translation>在哪台机器上</translation>
    </message>
    <message>
        <source>This run&apos;s checkpoints are on this machine.</source>
        <translation>这个运行的检查点就在这台机器上。</translation>
    </message>
    <message>
        <source>Copy in an object store</source>
        <translation>对象存储里的副本</translation>
    </message>
    <message>
        <source>The machine downloads it directly. Leave empty to copy it through this computer.</source>
        <translation>由机器直接下载。留空：经本机中转复制。</translation>
    </message>
    <message>
        <source>The checkpoint is first copied from %1 to %2 and verified by SHA-256. The run starts once the copy is complete.</source>
        <translation>先把检查点从 %1 复制到 %2 并校验 SHA-256。副本完整后才启动运行。</translation>
    </message>
    <message>
        <source>%1 first downloads the copy and verifies its SHA-256. The run starts once it is complete.</source>
        <translation>%1 先下载副本并校验 SHA-256。副本完整后才启动运行。</translation>
    </message>
    <message>
        <source>Enter the full address, such as s3://bucket/folder/checkpoint-6000.</source>
        <translation>请填写完整的地址，例如 s3://bucket/folder/checkpoint-6000。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumePreset</name>
    <message>
        <source>Megatron-LM&apos;s own options.</source>
        <translation>Megatron-LM 自带的选项。</translation>
    </message>
    <message>
        <source>Script with --resume</source>
        <translation>带 --resume 的脚本</translation>
    </message>
    <message>
        <source>Nothing is added. The program must read TRAINYARD_RESUME itself.</source>
        <translation>不添加任何内容。程序须自己读取 TRAINYARD_RESUME。</translation>
    </message>
    <message>
        <source>{path} is the checkpoint, {dir} and {name} are its folder and name, {step} is its step.</source>
        <translation>{path} 是检查点，{dir} 和 {name} 是它的文件夹和名称，{step} 是它的步数。</translation>
    </message>
    <message>
        <source>The script must pass training_args.resume_from_checkpoint to trainer.train(), as the example scripts do.</source>
        <translation>脚本须像示例脚本那样，把 training_args.resume_from_checkpoint 传给 trainer.train()。</translation>
    </message>
    <message>
        <source>The script must pass the path to accelerator.load_state(), as the example scripts do.</source>
        <translation>脚本须像示例脚本那样，把路径传给 accelerator.load_state()。</translation>
    </message>
    <message>
        <source>LightningCLI supports it; other scripts must pass it to trainer.fit(ckpt_path=…).</source>
        <translation>LightningCLI 认识它；其他脚本须把它传给 trainer.fit(ckpt_path=…)。</translation>
    </message>
    <message>
        <source>The script must pass both to engine.load_checkpoint(load_dir, tag) under these names.</source>
        <translation>脚本须以这两个名称把它们传给 engine.load_checkpoint(load_dir, tag)。</translation>
    </message>
    <message>
        <source>torchtitan&apos;s own option; the folder is the one that it writes to.</source>
        <translation>torchtitan 自带的选项；文件夹就是它写入的那个。</translation>
    </message>
    <message>
        <source>The script itself must load it. Under torchrun every worker gets the same arguments, also after the workers restart.</source>
        <translation>须由脚本自己加载。在 torchrun 下每个工作进程（包括重启之后）都得到相同的参数。</translation>
    </message>
    <message>
        <source>Variables only</source>
        <translation>仅变量</translation>
    </message>
    <message>
        <source>Custom arguments</source>
        <translation>自定义参数</translation>
    </message>
    <message>
        <source>Write plain arguments, like --learning_rate 1e-5. Put values with other characters in single quotes.</source>
        <translation>请写普通参数，例如 --learning_rate 1e-5。含其他符号的值请放在单引号内。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeService</name>
    <message>
        <source>%1 is not complete: %2 Choose another checkpoint.</source>
        <translation>%1 不完整：%2请选择别的检查点。</translation>
    </message>
    <message>
        <source>%1 is no longer on %2: it was removed meanwhile. Choose another checkpoint.</source>
        <translation>%1 已不在 %2 上：其间已被移除。请选择其他检查点。</translation>
    </message>
    <message>
        <source>The launch settings of this run were not recorded.</source>
        <translation>没有记录此运行的启动设置。</translation>
    </message>
</context>
<context>
    <name>trainyard::ResumeWay</name>
    <message>
        <source>How to pass the checkpoint</source>
        <translation>如何传入检查点</translation>
    </message>
    <message>
        <source>Appended to the command, e.g. a new learning rate. Remembered for the next resume.</source>
        <translation>加在命令末尾，例如新的学习率。下次续跑时会记住。</translation>
    </message>
    <message>
        <source>Checkpoint arguments</source>
        <translation>检查点参数</translation>
    </message>
    <message>
        <source>Additional arguments</source>
        <translation>附加参数</translation>
    </message>
    <message>
        <source>Enter the arguments, or choose “Only the variables”.</source>
        <translation>请填写参数，或选择“仅变量”。</translation>
    </message>
</context>
<context>
    <name>trainyard::Retention</name>
    <message>
        <source>the newest complete one</source>
        <translation>最新的完整检查点</translation>
    </message>
    <message>
        <source>among the last</source>
        <translation>属于最近几个</translation>
    </message>
    <message>
        <source>among the best</source>
        <translation>属于最好几个</translation>
    </message>
    <message>
        <source>at a step to keep</source>
        <translation>步数在保留之列</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>no rule removes it</source>
        <translation>没有规则要移除它</translation>
    </message>
    <message>
        <source>being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>may still be being written</source>
        <translation>可能仍在写入</translation>
    </message>
    <message>
        <source>%1, full in about %2</source>
        <translation>%1，约 %2 后写满</translation>
    </message>
    <message>
        <source>Space for about %1 more</source>
        <translation>还可保存约 %1 个</translation>
    </message>
    <message>
        <source>No space for another checkpoint of %1</source>
        <translation>放不下下一个检查点（%1）</translation>
    </message>
    <message>
        <source>“%1” is not a name that may be removed. Nothing was removed.</source>
        <translation>“%1”这样的名称不允许移除：没有移除任何内容。</translation>
    </message>
    <message>
        <source>All files of “%1” also belong to other checkpoints. Nothing was removed.</source>
        <translation>“%1”的所有文件也属于其他检查点：没有移除任何内容。</translation>
    </message>
    <message>
        <source>in use by a run or a tracker file</source>
        <translation>有运行或记录文件指向它</translation>
    </message>
    <message>
        <source>another part of the same step is kept</source>
        <translation>同一步的其他部分被保留</translation>
    </message>
    <message>
        <source>cannot be rated: its metric is unknown</source>
        <translation>无法评比：指标未知</translation>
    </message>
    <message>
        <source>could not be checked</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>incomplete: only removed on request</source>
        <translation>不完整：只有要求时才移除</translation>
    </message>
    <message>
        <source>there is no complete checkpoint</source>
        <translation>没有完整的检查点</translation>
    </message>
</context>
<context>
    <name>trainyard::RuleTable</name>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> °C</source>
        <translation> °C</translation>
    </message>
    <message>
        <source> h</source>
        <translation> 小时</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>within</source>
        <translation>不足</translation>
    </message>
    <message>
        <source>for</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>below</source>
        <translation>低于</translation>
    </message>
    <message>
        <source>at</source>
        <translation>达到</translation>
    </message>
</context>
<context>
    <name>trainyard::Run</name>
    <message>
        <source>The connection to the machine was lost. Try again.</source>
        <translation>与机器的连接已断开。请重试。</translation>
    </message>
    <message>
        <source>Notes have at most 2000 characters: shorten them.</source>
        <translation>备注最多 2000 个字符：请缩短。</translation>
    </message>
    <message>
        <source>A run&apos;s name has 1 to 200 characters, no control characters and no space at either end: choose another name.</source>
        <translation>运行名称为 1 到 200 个字符，不含控制字符，首尾不能有空格：请换一个名称。</translation>
    </message>
    <message>
        <source>A tag has 1 to 40 characters without spaces, commas or quotation marks: choose another one.</source>
        <translation>标签须为 1 到 40 个字符，不含空格、逗号或引号：请换一个。</translation>
    </message>
    <message>
        <source>A run has at most 20 tags: remove some.</source>
        <translation>一次运行最多 20 个标签：请删去一些。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunActions</name>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 文件 (*.html)</translation>
    </message>
    <message>
        <source>The report is saved. Could not start a browser: open %1 yourself.</source>
        <translation>报告已保存。无法启动浏览器：请自行打开 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Archived %n run(s).</source>
        <translation>
            <numerusform>已归档 %n 次运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unarchived %n run(s).</source>
        <translation>
            <numerusform>已取消归档 %n 次运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pinned %n run(s).</source>
        <translation>
            <numerusform>已置顶 %n 次运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpinned %n run(s).</source>
        <translation>
            <numerusform>已取消置顶 %n 次运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed the tags of %n run(s).</source>
        <translation>
            <numerusform>已更改 %n 次运行的标签。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::RunColumns</name>
    <message>
        <source>The usual ones that fit</source>
        <translation>常用列（放得下的）</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序方式</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Last value of</source>
        <translation>最新值</translation>
    </message>
    <message>
        <source>Lowest value of</source>
        <translation>最低值</translation>
    </message>
    <message>
        <source>Highest value of</source>
        <translation>最高值</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Usual widths</source>
        <translation>默认列宽</translation>
    </message>
    <message>
        <source>The runs on the screen have none</source>
        <translation>屏幕上的运行没有参数</translation>
    </message>
    <message>
        <source>The runs on the screen have none yet</source>
        <translation>屏幕上的运行还没有</translation>
    </message>
</context>
<context>
    <name>trainyard::RunCommands</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Name one run.</source>
        <translation>请指定一个运行。</translation>
    </message>
    <message>
        <source>Launches a task file on a machine.</source>
        <translation>在机器上启动任务文件。</translation>
    </message>
    <message>
        <source>Shows one run.</source>
        <translation>查看一个运行。</translation>
    </message>
    <message>
        <source>Prints the log, byte for byte; -f follows it.</source>
        <translation>原样输出日志；-f 持续跟随。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>After resuming</source>
        <translation>续跑之后</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Replaced log</source>
        <translation>被替换的日志</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Value of %1: </source>
        <translation>%1 的值：</translation>
    </message>
    <message>
        <source>Name at least one run.</source>
        <translation>请至少指定一个运行。</translation>
    </message>
    <message>
        <source>none: the sandbox is this computer</source>
        <translation>无：沙箱就是本机</translation>
    </message>
    <message>
        <source>unknown: no price set</source>
        <translation>未知：没有设置价格</translation>
    </message>
    <message>
        <source>The state is what the machine reports; the copy on this computer is older.</source>
        <translation>显示的状态来自机器；这台电脑上的副本较旧。</translation>
    </message>
    <message>
        <source>This is the copy on this computer.</source>
        <translation>这是本机上的副本。</translation>
    </message>
    <message>
        <source>%1 of it is only on the machine. `yard run logs %2` fetches it.</source>
        <translation>其中 %1 只在机器上。`yard run logs %2` 可取回。</translation>
    </message>
    <message>
        <source>“%1” is not a valid variable name. Use letters, digits and &apos;_&apos;, and do not start with a digit.</source>
        <translation>“%1”不能用作变量名：只能用字母、数字和 &apos;_&apos;，且不能以数字开头。</translation>
    </message>
    <message>
        <source>%1 is set by Trainyard itself. Choose another name.</source>
        <translation>%1 由 Trainyard 设置：请换一个名字。</translation>
    </message>
    <message>
        <source>%1 is a secret of the task. Use --secret %1.</source>
        <translation>%1 是任务的密钥。请使用 --secret %1。</translation>
    </message>
    <message>
        <source>%1 is not set in your environment. Set it, or use --secret %1.</source>
        <translation>你的环境变量中没有 %1。请设置它，或使用 --secret %1。</translation>
    </message>
    <message>
        <source>%1 is not set in your environment. Set it, or use --env %1=VALUE.</source>
        <translation>你的环境变量中没有 %1。请设置它，或使用 --env %1=VALUE。</translation>
    </message>
    <message>
        <source>Use --secret %1 without a value: other users can read arguments. The value is taken from your environment, or you are asked for it.</source>
        <translation>--secret %1 后不要写值：命令行参数会被他人看到。值取自你的环境变量，或在终端询问。</translation>
    </message>
    <message>
        <source>The secret %1 is not set in your environment, and there is no terminal to ask for it. Set it in the environment.</source>
        <translation>你的环境变量中没有密钥 %1，也没有终端可以询问。请在环境变量中设置。</translation>
    </message>
    <message>
        <source>Name one task file, and a machine with --machine NAME.</source>
        <translation>需要一个任务文件和 --machine 名称。</translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all runs.</source>
        <translation>此命令不接受参数：会列出所有运行。</translation>
    </message>
    <message>
        <source>Use either --archive or --unarchive.</source>
        <translation>--archive 和 --unarchive 只能选一个。</translation>
    </message>
    <message>
        <source>The log was replaced on the machine. The earlier log is in %1.</source>
        <translation>机器上的日志已被替换。原有内容保存在 %1。</translation>
    </message>
    <message>
        <source>Files that were already copied are kept. Run the same command again to continue.</source>
        <translation>已复制的内容会保留。再次执行同一命令即可继续。</translation>
    </message>
    <message>
        <source>%1 has no complete checkpoint yet. `yard checkpoint list` lists its checkpoints.</source>
        <translation>%1 还没有完整的检查点。用 `yard checkpoint list` 查看现有的。</translation>
    </message>
    <message>
        <source>There is no checkpoint “%1”. `yard checkpoint list` lists the checkpoints.</source>
        <translation>没有检查点“%1”。用 `yard checkpoint list` 查看现有的。</translation>
    </message>
    <message>
        <source>%1 is not complete: %2 Choose another checkpoint.</source>
        <translation>%1 不完整：%2请选择别的检查点。</translation>
    </message>
    <message>
        <source>%1 is skipped, because it may be incomplete: %2 Resuming from %3.</source>
        <translation>跳过 %1，因为它可能不完整：%2 从 %3 续跑。</translation>
    </message>
    <message>
        <source>Explains from the log what went wrong; exit status 1 if a problem was found.</source>
        <translation>根据日志说明出了什么问题；发现问题时退出码为 1。</translation>
    </message>
    <message>
        <source>Shows where the run&apos;s processes are right now, using py-spy or gdb on its machine.</source>
        <translation>用机器上的 py-spy 或 gdb 显示该运行的进程现在停在哪里。</translation>
    </message>
    <message>
        <source>Prints the samples of the run&apos;s machine, or with --training the series from its log and event files.</source>
        <translation>输出该运行所在机器的采样；加 --training 则输出其日志和事件文件中的序列。</translation>
    </message>
    <message>
        <source>Stops a run: waits for the grace period, then kills it, then checks that it is gone.</source>
        <translation>停止运行：先等宽限时间，再强制结束，最后确认它已消失。</translation>
    </message>
    <message>
        <source>Moved to the trash with all their attempts; nothing on machines was changed. `yard run trash --restore RUN` restores a run.</source>
        <translation>已移入回收站，连同各自的所有尝试；机器上的内容没有改动。用 `yard run trash --restore RUN` 可以恢复。</translation>
    </message>
    <message>
        <source>Name at most one action for the trash.</source>
        <translation>对回收站中的内容只能指定一个操作，或者不指定。</translation>
    </message>
    <message>
        <source>Moves ended runs to the trash, with all their attempts. Machines and checkpoints are not changed.</source>
        <translation>将已结束的运行移入回收站，连同所有尝试；不改动机器和检查点。</translation>
    </message>
    <message>
        <source>Lists the runs in the trash, restores them or deletes them permanently. Their cost stays counted.</source>
        <translation>列出回收站中的运行，恢复它们，或永久删除；已产生的费用仍计入统计。</translation>
    </message>
    <message>
        <source>%1 is named like a secret, and others can read arguments. Use --secret %1 without a value: it is taken from your environment, or asked for.</source>
        <translation>从名称看 %1 是机密信息，而命令行参数会被他人看到。请使用不带值的 --secret %1：值取自你的环境变量，或在终端询问。</translation>
    </message>
    <message>
        <source>The value of %1 looks like a key or token, and others can read arguments. Use --secret %1 without a value: it is taken from your environment, or asked for.</source>
        <translation>%1 的值看起来是密钥或令牌，而命令行参数会被他人看到。请使用不带值的 --secret %1：值取自你的环境变量，或在终端询问。</translation>
    </message>
    <message>
        <source>Lists runs, newest first; --all includes archived runs, --filter shows only those that match, as in &apos;state:failed loss&lt;2&apos;.</source>
        <translation>列出运行，最新的在前；--all 包括已归档的，--filter 只列出符合条件的，例如 &apos;state:failed loss&lt;2&apos;。</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Use either --pin or --unpin.</source>
        <translation>请只用 --pin 或 --unpin 之一。</translation>
    </message>
    <message>
        <source>Name a change: --name, --note, --tag, --untag, --pin, --unpin, --archive or --unarchive.</source>
        <translation>请指明更改：--name、--note、--tag、--untag、--pin、--unpin、--archive 或 --unarchive。</translation>
    </message>
    <message>
        <source>Renames, annotates, tags, pins or archives a run, with all its attempts.</source>
        <translation>重命名、备注、加标签、置顶或归档一次运行（含其所有尝试）。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunComparePage</name>
    <message>
        <source>Compare runs</source>
        <translation>比较运行</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步数</translation>
    </message>
    <message>
        <source>By time since start</source>
        <translation>按开始后的时间</translation>
    </message>
    <message>
        <source>Chart as a table (T)</source>
        <translation>以表格显示图表 (T)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The runs could not be read.</source>
        <translation>无法读取这些运行。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>quantity (unit)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Time since start</source>
        <translation>开始后的时间</translation>
    </message>
    <message>
        <source>Not all task files are on this computer.</source>
        <translation>并非所有任务文件都在本机。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1，模拟</translation>
    </message>
    <message>
        <source>Chart values</source>
        <translation>图表数值</translation>
    </message>
    <message>
        <source>Results of the runs and differences between their tasks</source>
        <translation>各运行的结果与任务差异</translation>
    </message>
    <message>
        <source>Series to compare</source>
        <translation>要比较的序列</translation>
    </message>
    <message>
        <source>Reload the runs</source>
        <translation>重新读取这些运行</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n run(s)…</source>
        <translation>
            <numerusform>正在读取 %n 个运行…</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine measurements have a time but no step.</source>
        <translation>机器的测量值只有时间，没有步数。</translation>
    </message>
    <message>
        <source>Only the available ones were compared.</source>
        <translation>只比较了本机已有的。</translation>
    </message>
    <message>
        <source>Best of these runs</source>
        <translation>这些运行中最好的</translation>
    </message>
    <message>
        <source>Their task files are identical.</source>
        <translation>它们的任务文件相同。</translation>
    </message>
    <message>
        <source>Differences between their task files</source>
        <translation>任务文件的差异</translation>
    </message>
</context>
<context>
    <name>trainyard::RunController</name>
    <message>
        <source>Run %1 is no longer in the list.</source>
        <translation>运行 %1 已不在列表里。</translation>
    </message>
    <message>
        <source>The rest on %1, estimated from its benchmark: %2, %3 to %4.</source>
        <translation>剩余部分若在 %1 上运行：按其基准测试估计，%2，%3 至 %4。</translation>
    </message>
    <message>
        <source>The rest on %1, estimated from its benchmark: %2.</source>
        <translation>剩余部分若在 %1 上运行：按其基准测试估计，%2。</translation>
    </message>
    <message>
        <source>Could not start a browser. Open %1 yourself.</source>
        <translation>无法启动浏览器。请自行打开 %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunEditDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Name and note</source>
        <translation>名称和备注</translation>
    </message>
    <message>
        <source>Shown in the list of runs. Its folder on the machine keeps its name.</source>
        <translation>显示在运行列表中的名称。机器上的文件夹名称不变。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>For your own reference: what you tried and how it went.</source>
        <translation>供自己参考：试了什么，结果如何。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunExit</name>
    <message>
        <source>The machine ran out of memory and ended the run.</source>
        <translation>机器内存不足，已结束该运行。</translation>
    </message>
    <message>
        <source>The time limit of the task was reached.</source>
        <translation>已达到任务的时间上限。</translation>
    </message>
    <message>
        <source>Its lease was used up: no computer renewed it in time. Resume it from its last checkpoint.</source>
        <translation>租约已用完：没有电脑及时续约。请从最后一个检查点恢复。</translation>
    </message>
    <message>
        <source>Its budget was used up. Raise limits.budget and resume it from its last checkpoint.</source>
        <translation>预算已用完。请提高 limits.budget，并从最后一个检查点恢复。</translation>
    </message>
    <message>
        <source>The machine&apos;s record of how this run ended cannot be read, so it counts as running. Stop it, or look at the file “exit” in its folder on the machine.</source>
        <translation>无法读取机器上该运行的结束记录，因此仍视为正在运行。请停止它，或查看机器上其文件夹中的 exit 文件。</translation>
    </message>
    <message>
        <source>The run&apos;s supervisor on the machine gave no answer that makes sense. Look at the run&apos;s folder on the machine.</source>
        <translation>机器上该运行的监督脚本给出的回答无法识别。请查看机器上该运行的文件夹。</translation>
    </message>
    <message>
        <source>The machine was idle: its GPUs did almost nothing, and log and checkpoints did not grow.</source>
        <translation>机器处于空闲：GPU 几乎没有工作，日志和检查点也没有进展。</translation>
    </message>
    <message>
        <source>The cloud reclaimed the spot machine. Resume it from its last checkpoint on another machine.</source>
        <translation>云平台收回了竞价机器。请在另一台机器上从最后一个检查点恢复。</translation>
    </message>
    <message>
        <source>It disappeared without a record of how it ended. The machine may have been restarted.</source>
        <translation>它已消失，没有留下如何结束的痕迹。机器可能已重新启动。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunFacts</name>
    <message>
        <source>the run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>这台机器没有</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>no samples yet</source>
        <translation>还没有采样</translation>
    </message>
    <message>
        <source>Yes, %1 of %2</source>
        <translation>忙碌，%1 / %2</translation>
    </message>
    <message>
        <source>No, %1 of %2</source>
        <translation>空闲，%1 / %2</translation>
    </message>
    <message>
        <source>%1 W median</source>
        <translation>中位数 %1 W</translation>
    </message>
    <message>
        <source>no step found in the log yet</source>
        <translation>日志里还没有步数</translation>
    </message>
    <message>
        <source>No step</source>
        <translation>没有新步</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已 %1</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>ended by signal %1</source>
        <translation>被信号 %1 结束</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>/ %1 steps · %2</source>
        <translation>/ %1 步，%2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>no step found in the log</source>
        <translation>日志里没有步数</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>lowest %1</source>
        <translation>最低 %1</translation>
    </message>
    <message>
        <source>not found in the log</source>
        <translation>日志里没有</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>Ran for</source>
        <translation>运行了</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>not started yet</source>
        <translation>还没有开始</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>ends about %1</source>
        <translation>约 %1 结束</translation>
    </message>
    <message>
        <source>all steps are done</source>
        <translation>所有步都已完成</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>Signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>%1 结束</translation>
    </message>
    <message>
        <source>no samples for %1</source>
        <translation>%1 无采样</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Cost so far</source>
        <translation>至今费用</translation>
    </message>
    <message>
        <source>No cost</source>
        <translation>无费用</translation>
    </message>
    <message>
        <source>simulated on this computer</source>
        <translation>在本机模拟</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>percent, budget</extracomment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 W median, %2 of limit</source>
        <translation>中位数 %1 W，为上限的 %2</translation>
    </message>
    <message>
        <source>Waiting, %1 of %2</source>
        <translation>等待，%1 / %2</translation>
    </message>
    <message>
        <source>last step %1 ago</source>
        <translation>上一步在 %1前</translation>
    </message>
    <message>
        <source>Slow, up to %1</source>
        <translation>缓慢，最长 %1</translation>
    </message>
    <message>
        <source>Hung</source>
        <translation>挂起</translation>
    </message>
    <message>
        <source>From the spread of this run&apos;s own step times, pauses included.</source>
        <translation>按该运行自身各步用时的离散程度估计，包括停顿。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>1,000 steps cost %1.</source>
        <translation>每 1000 步 %1。</translation>
    </message>
    <message>
        <source>An epoch costs %1.</source>
        <translation>每个 epoch %1。</translation>
    </message>
    <message>
        <source>of %1 budget</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>not connected yet</source>
        <translation>尚未连接</translation>
    </message>
    <message>
        <source>for this run</source>
        <translation>本任务未分配</translation>
    </message>
    <message>
        <source>how it ended is unknown</source>
        <translation>结束原因未知</translation>
    </message>
    <message>
        <source>the pace varies too much yet</source>
        <translation>步速波动太大，还无法预测</translation>
    </message>
    <message>
        <source>last contact %1</source>
        <translation>上次联系：%1</translation>
    </message>
    <message>
        <source>Not connected to the machine, so the current value is unknown.</source>
        <translation>未连接到机器，当前值未知。</translation>
    </message>
    <message>
        <source>no GPU in use yet</source>
        <translation>尚未使用 GPU</translation>
    </message>
    <message>
        <source>No process of this run has used a GPU of the machine so far.</source>
        <translation>本任务的进程还没有使用过机器上的 GPU。</translation>
    </message>
    <message>
        <source>not reported by the driver</source>
        <translation>驱动未提供</translation>
    </message>
    <message>
        <source>Busy only means that a kernel is on the GPU; power draw shows whether it computes.</source>
        <translation>“忙碌”只说明 GPU 上有 kernel；功率才说明它是否在计算。</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs report busy but draw less than %3 of their power limit: a kernel is waiting, not computing.</source>
        <translation>%2 块 GPU 中有 %1 块显示忙碌，功率却不到上限的 %3：kernel 在等待，并没有计算。</translation>
    </message>
    <message>
        <source>Training speed</source>
        <translation>训练进展</translation>
    </message>
    <message>
        <source>Advancing</source>
        <translation>推进中</translation>
    </message>
    <message>
        <source>%1 s/step</source>
        <translation>%1 秒/步</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>usually %1 per step</source>
        <translation>通常每步 %1</translation>
    </message>
    <message>
        <source>no data from the machine</source>
        <translation>机器没有数据</translation>
    </message>
    <message>
        <source>no price set</source>
        <translation>未设置价格</translation>
    </message>
    <message>
        <source>%1 per hour at launch</source>
        <translation>启动时每小时 %1</translation>
    </message>
    <message>
        <source>pace not known yet</source>
        <translation>速度尚不清楚</translation>
    </message>
    <message>
        <source>as the program reports</source>
        <translation>按程序进度条</translation>
    </message>
    <message>
        <source>the log gives no total</source>
        <translation>日志没有给出总步数</translation>
    </message>
    <message>
        <source>Final cost</source>
        <translation>预计总费用</translation>
    </message>
    <message>
        <source>%1 to %2 in total, at %3 per hour.</source>
        <translation>总共 %1 至 %2，每小时 %3。</translation>
    </message>
    <message>
        <source>no total in the log</source>
        <translation>日志没有给出总步数</translation>
    </message>
    <message>
        <source>never started</source>
        <translation>从未启动</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 状态</translation>
    </message>
</context>
<context>
    <name>trainyard::RunFilter</name>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>“%1” is not a length of time: write it like 2h, 30m or 1h30m.</source>
        <translation>“%1”不是时长：请写成 2h、30m 或 1h30m。</translation>
    </message>
    <message>
        <source>“%1” is not an amount: write it like 12.50 or 12.50USD.</source>
        <translation>“%1”不是金额：请写成 12.50 或 12.50USD。</translation>
    </message>
    <message>
        <source>Write started:%1 for the last %1, or -started:%1 for everything else.</source>
        <translation>最近 %1 请写 started:%1，其余请写 -started:%1。</translation>
    </message>
    <message>
        <source>“%1” is not a day: write it like 2026-11-01, today or yesterday, or 3d for the last three days.</source>
        <translation>“%1”不是日期：请写成 2026-11-01、today 或 yesterday，最近三天写 3d。</translation>
    </message>
    <message>
        <source>There is no state “%1”. The states are: %2.</source>
        <translation>没有状态“%1”。可用的状态：%2。</translation>
    </message>
    <message>
        <source>There is no state “%1”. Did you mean %2?</source>
        <translation>没有状态“%1”。是否想写 %2？</translation>
    </message>
    <message>
        <source>Write %1:yes or %1:no.</source>
        <translation>请写 %1:yes 或 %1:no。</translation>
    </message>
    <message>
        <source>%1 has no order: write %1:VALUE.</source>
        <translation>%1 不能比较大小：请写 %1:值。</translation>
    </message>
    <message>
        <source>Unknown name: %1. To find this text, put it in quotation marks.</source>
        <translation>未知名称：%1。要查找这段文字，请加引号。</translation>
    </message>
    <message>
        <source>Unknown name: %1. Did you mean %2?</source>
        <translation>未知名称：%1。是否想写 %2？</translation>
    </message>
    <message>
        <source>The quotation mark is not closed.</source>
        <translation>引号没有成对。</translation>
    </message>
    <message>
        <source>Write a name directly before the sign, as in loss&lt;2.</source>
        <translation>请把名称紧写在符号前面，例如 loss&lt;2。</translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation>“%1”后面缺少值。</translation>
    </message>
    <message>
        <source>A filter has at most %1 conditions.</source>
        <translation>筛选条件最多 %1 个。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunFilterField</name>
    <message>
        <source>Filter, as in state:failed loss&lt;2</source>
        <translation>筛选，例如 state:failed loss&lt;2</translation>
    </message>
</context>
<context>
    <name>trainyard::RunGroups</name>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>By project</source>
        <translation>按项目</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>按标签</translation>
    </message>
    <message>
        <source>By machine</source>
        <translation>按机器</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>按状态</translation>
    </message>
    <message>
        <source>Fold all groups</source>
        <translation>折叠所有分组</translation>
    </message>
    <message>
        <source>Unfold all groups</source>
        <translation>展开所有分组</translation>
    </message>
</context>
<context>
    <name>trainyard::RunMenu</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>续跑…</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Launch again with changes…</source>
        <translation>修改后重新启动…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Export report…</source>
        <translation>导出报告…</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Its machine was removed from the list.</source>
        <translation>它的机器已从列表中移除。</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Hides it from the lists. Nothing is deleted.</source>
        <translation>从列表中隐藏，不会删除任何内容。</translation>
    </message>
    <message>
        <source>It is still running.</source>
        <translation>它仍在运行。</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)…</source>
        <translation>
            <numerusform>删除 %n 个运行…</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message numerus="yes">
        <source>Erase %n run(s)…</source>
        <translation>
            <numerusform>永久删除 %n 个运行…</numerusform>
        </translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>The task has no checkpoints section, so there is nothing to resume from.</source>
        <translation>任务里没有 checkpoints 一节，因此没有可以续跑的检查点。</translation>
    </message>
    <message>
        <source>One of them is still running. Stop it first.</source>
        <translation>其中有运行还在进行，请先停止。</translation>
    </message>
    <message>
        <source>It is still running. Stop it first.</source>
        <translation>它还在运行，请先停止。</translation>
    </message>
    <message numerus="yes">
        <source>Restore %n run(s)</source>
        <translation>
            <numerusform>恢复 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pinned runs stay at the top of the list.</source>
        <translation>置顶的运行始终位于列表顶部。</translation>
    </message>
    <message numerus="yes">
        <source>Unpin %n run(s)</source>
        <translation>
            <numerusform>取消置顶 %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pin %n run(s)</source>
        <translation>
            <numerusform>置顶 %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n run(s)…</source>
        <translation>
            <numerusform>%n 次运行的标签…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unarchive %n run(s)</source>
        <translation>
            <numerusform>取消归档 %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archive %n run(s)</source>
        <translation>
            <numerusform>归档 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Hides them from the lists. Nothing is deleted.</source>
        <translation>从列表中隐藏，不会删除任何内容。</translation>
    </message>
    <message>
        <source>One of them is still running.</source>
        <translation>其中有一次仍在运行。</translation>
    </message>
    <message>
        <source>Open a terminal</source>
        <translation>打开终端</translation>
    </message>
    <message>
        <source>Its container has ended. Open a terminal on its machine instead.</source>
        <translation>它的容器已结束。请改为在它所在的机器上打开终端。</translation>
    </message>
    <message>
        <source>In the run&apos;s container, or in its directory where it has none.</source>
        <translation>在该运行的容器中；没有容器时，在它的目录中。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunPage</name>
    <message>
        <source>15 min</source>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Charts as a table (T)</source>
        <translation>以表格显示图表（T）</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>续跑…</translation>
    </message>
    <message>
        <source>Views of this run</source>
        <translation>这个运行的视图</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>All charts</source>
        <translation>全部图表</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>That did not work.</source>
        <translation>操作没有成功。</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>The task has no checkpoints section.</source>
        <translation>任务里没有 checkpoints 一节。</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>The run was never started.</source>
        <translation>这个运行从未启动。</translation>
    </message>
    <message>
        <source>The run failed with code %1.</source>
        <translation>运行失败，退出码 %1。</translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>运行失败。</translation>
    </message>
    <message>
        <source>Complete copy</source>
        <translation>副本完整</translation>
    </message>
    <message>
        <source>Copying the rest…</source>
        <translation>正在复制其余部分…</translation>
    </message>
    <message>
        <source>Copy is not complete</source>
        <translation>副本不完整</translation>
    </message>
    <message>
        <source>Live, %1 s behind</source>
        <translation>实时，延迟 %1 秒</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Its machine was removed from the list.</source>
        <translation>它的机器已从列表中移除。</translation>
    </message>
    <message>
        <source>Series from the log…</source>
        <translation>从日志提取序列…</translation>
    </message>
    <message>
        <source>code at %1</source>
        <translation>代码位于 %1</translation>
    </message>
    <message>
        <source>The sandbox has stopped.</source>
        <translation>沙箱已停止。</translation>
    </message>
    <message>
        <source>How this run ended is unknown.</source>
        <translation>这个运行的结束原因未知。</translation>
    </message>
    <message>
        <source>The history of these charts is not saved.</source>
        <translation>这些图表的历史数据没有保存。</translation>
    </message>
    <message>
        <source>%1 at last contact</source>
        <comment>state of the run</comment>
        <translation>上次联系时%1</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在生成报告…</translation>
    </message>
    <message>
        <source>Looking for checkpoints on the machine…</source>
        <translation>正在机器上查找检查点…</translation>
    </message>
    <message>
        <source>It is already stopping.</source>
        <translation>正在停止。</translation>
    </message>
    <message>
        <source>The task has no checkpoints section, so there is nothing to resume from.</source>
        <translation>任务里没有 checkpoints 一节，因此没有可以续跑的检查点。</translation>
    </message>
    <message>
        <source>The values below are the last known ones.</source>
        <translation>下面是最后已知的数值。</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>The run continues without Trainyard.</source>
        <translation>运行不依赖 Trainyard，仍在继续。</translation>
    </message>
    <message>
        <source>%1 is not responding.</source>
        <translation>%1 没有响应。</translation>
    </message>
    <message>
        <source>No new data from this run.</source>
        <translation>此运行没有新数据。</translation>
    </message>
    <message>
        <source>See the last lines of the log.</source>
        <translation>请查看日志的最后几行。</translation>
    </message>
    <message>
        <source>Local copy, machine removed</source>
        <translation>本地副本，机器已移除</translation>
    </message>
    <message>
        <source>Incomplete local copy, machine removed</source>
        <translation>不完整的本地副本，机器已移除</translation>
    </message>
    <message>
        <source>Reconnecting, last contact %1</source>
        <translation>正在重连，上次联系：%1</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>还没有收到数据</translation>
    </message>
    <message>
        <source>Last contact %1</source>
        <translation>上次联系：%1</translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>Unreachable, last contact %1</source>
        <translation>无法访问，上次联系：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::RunReporter</name>
    <message>
        <source>Signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>Code %1</source>
        <translation>代码 %1</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Cost so far</source>
        <translation>目前费用</translation>
    </message>
    <message>
        <source>No cost</source>
        <translation>无费用</translation>
    </message>
    <message>
        <source>simulated on this computer</source>
        <translation>在本机模拟</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Ran for</source>
        <translation>运行了</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>no step found in the log</source>
        <translation>日志中没有步数</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>not found in the log</source>
        <translation>日志中没有</translation>
    </message>
    <message>
        <source>lowest %1 at step %2</source>
        <translation>最低 %1（第 %2 步）</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>resumed from %1</source>
        <translation>从 %1 恢复</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>no longer in the list of machines</source>
        <translation>已不在机器列表中</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1，模拟</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Price at launch</source>
        <translation>启动时的价格</translation>
    </message>
    <message>
        <source>Checkpoint folder</source>
        <translation>检查点文件夹</translation>
    </message>
    <message>
        <source>Run folder on the machine</source>
        <translation>机器上的运行文件夹</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Corrupt</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>Being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>The task has no checkpoints section.</source>
        <translation>任务没有 checkpoints 部分。</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The run had not ended when this report was made.</source>
        <translation>生成本报告时运行尚未结束。</translation>
    </message>
    <message>
        <source>The copy on this computer is not complete: the end of the log or of the samples may be missing.</source>
        <translation>本机的副本不完整：日志或采样的末尾可能缺失。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>Based on the copy on this computer: the machine %1 was removed from the list.</source>
        <translation>来自本机副本：机器 %1 已从列表中移除。</translation>
    </message>
    <message>
        <source>It was ended because memory ran out.</source>
        <translation>因内存耗尽而结束。</translation>
    </message>
    <message>
        <source>%1 per hour, as set for the machine</source>
        <translation>每小时 %1，按为机器填写的价格</translation>
    </message>
    <message>
        <source>%1 per hour, from: %2</source>
        <translation>每小时 %1，来源：%2</translation>
    </message>
    <message>
        <source>%1 per hour, from the task file</source>
        <translation>每小时 %1，按任务文件</translation>
    </message>
    <message>
        <source>no price set</source>
        <translation>没有填写价格</translation>
    </message>
    <message>
        <source>Report created by</source>
        <translation>报告生成程序</translation>
    </message>
    <message>
        <source>The checkpoints are unknown: the machine was removed from the list.</source>
        <translation>不知道有哪些：机器已从列表中移除。</translation>
    </message>
    <message>
        <source>The checkpoints are unknown: %1</source>
        <translation>不知道有哪些：%1</translation>
    </message>
    <message>
        <source>Checkpoints were not looked up.</source>
        <translation>没有查找。</translation>
    </message>
    <message>
        <source>No checkpoints found in %1.</source>
        <translation>%1 中没有。</translation>
    </message>
    <message>
        <source>In %1, at the time of this report.</source>
        <translation>在 %1 中，生成本报告时所见。</translation>
    </message>
    <message>
        <source>%1 already exists. Choose another name, or overwrite it with --force.</source>
        <translation>%1 已存在。请另选名称，或用 --force 覆盖。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunService</name>
    <message>
        <source>The task of this run is not on this computer. Launch it from its task file.</source>
        <translation>本机没有这个运行的任务。请从任务文件启动。</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Checking the machine</source>
        <translation>正在查看机器</translation>
    </message>
    <message>
        <source>The run was never started, so there is nothing to show.</source>
        <translation>该运行从未启动，没有可查看的内容。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunSidePanel</name>
    <message>
        <source>Select a run to see its note, parameters, checkpoints and what happened.</source>
        <translation>选择一个运行，查看其备注、参数、检查点和经过。</translation>
    </message>
    <message>
        <source>What did you try, and how did it go?</source>
        <translation>尝试了什么，结果如何？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Edit note…</source>
        <translation>编辑备注…</translation>
    </message>
    <message>
        <source>All checkpoints</source>
        <translation>全部检查点</translation>
    </message>
    <message>
        <source>More actions for this run</source>
        <translation>该运行的更多操作</translation>
    </message>
    <message>
        <source>The selected run</source>
        <translation>所选运行</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Hide the details</source>
        <translation>隐藏详情</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>No run selected</source>
        <translation>未选择运行</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Add a note…</source>
        <translation>添加备注…</translation>
    </message>
    <message>
        <source>lowest loss %1</source>
        <translation>最低损失 %1</translation>
    </message>
    <message>
        <source>Add tags…</source>
        <translation>添加标签…</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Its task sets none.</source>
        <translation>其任务没有设置参数。</translation>
    </message>
    <message>
        <source>The task of this run is not on this computer.</source>
        <translation>该运行的任务不在这台计算机上。</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>显示全部 %1 个</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Its task has no checkpoints section.</source>
        <translation>其任务没有检查点部分。</translation>
    </message>
    <message>
        <source>None has been seen yet.</source>
        <translation>尚未发现检查点。</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet.</source>
        <translation>尚无记录。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunSync</name>
    <message>
        <source>Its folder is gone from the machine.</source>
        <translation>它的目录已不在机器上。</translation>
    </message>
    <message>
        <source>The launch was interrupted before anything was started. Launch it again.</source>
        <translation>启动被中断，什么都没有开始。请重新启动。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunTagsDialog</name>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Words with spaces between them. The field shows the tags that all of these runs have; other tags stay.</source>
        <translation>各标签以空格分隔。此处显示这些运行共有的标签；其他标签保持不变。</translation>
    </message>
    <message>
        <source>Words with spaces between them, as in best 8b keep. Find them with tag:best.</source>
        <translation>各标签以空格分隔，例如 best 8b keep。用 tag:best 可查找。</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n run(s)</source>
        <translation>
            <numerusform>%n 次运行的标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>trainyard::RunTexts</name>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::RunTrash</name>
    <message>
        <source>%1 cannot be removed: check the permissions, then try again.</source>
        <translation>无法删除 %1：请检查权限，然后重试。</translation>
    </message>
    <message>
        <source>It is unknown whether %1 has ended. Open the run to check its machine, then try again.</source>
        <translation>无法确定 %1 是否已结束。请打开该运行以核实机器上的状态，然后重试。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunViewsBar</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>保存此视图…</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation>视图名称</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a view, its number of runs</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Remove this view</source>
        <translation>移除此视图</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsModel</name>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>attempt %1, resumed</source>
        <translation>第 %1 次尝试，续跑</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1, attempt %2, %3 on %4</source>
        <translation>%1，第 %2 次尝试，%3，在 %4 上</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>无费用</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n 次尝试</numerusform>
        </translation>
    </message>
    <message>
        <source>from the beginning</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>resumed from %1</source>
        <translation>从 %1 续跑</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>%1, attempt %2, %3 on %4, pinned</source>
        <translation>%1，第 %2 次尝试，%3，在 %4 上，已置顶</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Lowest</source>
        <comment>loss</comment>
        <translation>最低</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>No project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>No tags</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>No machine</source>
        <translation>无机器</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>无名称</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n 个运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>lowest loss %1</source>
        <translation>最低损失 %1</translation>
    </message>
    <message numerus="yes">
        <source>Group %1, %n run(s)</source>
        <translation>
            <numerusform>分组“%1”，%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>The mean of its own GPUs over its time.</source>
        <translation>该运行自己的 GPU 在其运行期间的平均值。</translation>
    </message>
    <message>
        <source>Its log has not been read yet.</source>
        <translation>尚未读取其日志。</translation>
    </message>
    <message>
        <source>Its log has no loss.</source>
        <translation>其日志中没有损失。</translation>
    </message>
    <message>
        <source>Its log has no steps.</source>
        <translation>其日志中没有步数。</translation>
    </message>
    <message>
        <source>It has ended.</source>
        <translation>已结束。</translation>
    </message>
    <message>
        <source>Not known yet: the log gives no total, or its pace is still uneven.</source>
        <translation>尚不可知：日志中没有总步数，或速度尚不稳定。</translation>
    </message>
    <message>
        <source>No GPU samples of this run are on this computer.</source>
        <translation>这台计算机上没有该运行的 GPU 采样。</translation>
    </message>
    <message>
        <source>Its samples have not been read yet.</source>
        <translation>尚未读取其采样。</translation>
    </message>
    <message>
        <source>It belongs to no project.</source>
        <translation>不属于任何项目。</translation>
    </message>
    <message>
        <source>It has not started.</source>
        <translation>尚未启动。</translation>
    </message>
    <message>
        <source>When it ended is not known.</source>
        <translation>结束时间未知。</translation>
    </message>
    <message>
        <source>No price is known for its machine. Enter what the machine costs on the Machines page.</source>
        <translation>其机器的价格未知。请在“机器”页面输入机器的费用。</translation>
    </message>
    <message>
        <source>It has not ended.</source>
        <translation>尚未结束。</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>%1, lowest</source>
        <comment>a series</comment>
        <translation>%1，最低</translation>
    </message>
    <message>
        <source>%1, highest</source>
        <comment>a series</comment>
        <translation>%1，最高</translation>
    </message>
    <message>
        <source>Its task has not been read yet.</source>
        <translation>尚未读取其任务。</translation>
    </message>
    <message>
        <source>The task of this run is not on this computer.</source>
        <translation>该运行的任务不在这台计算机上。</translation>
    </message>
    <message>
        <source>Its task does not set %1.</source>
        <translation>其任务没有设置 %1。</translation>
    </message>
    <message>
        <source>All values of %1 are NaN or infinite.</source>
        <translation>%1 的所有值都是 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>Its log has no values of %1.</source>
        <translation>其日志中没有 %1 的值。</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsModule</name>
    <message>
        <source>%1, %2</source>
        <extracomment>state of a run, its machine</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>trainyard::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Launch…</source>
        <translation>启动…</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source> · </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>No run matches this filter.</source>
        <translation>没有符合筛选条件的运行。</translation>
    </message>
    <message>
        <source>Launch a run</source>
        <translation>启动运行</translation>
    </message>
    <message>
        <source>Try it in the sandbox</source>
        <translation>在沙箱中试用</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1 个</translation>
    </message>
    <message>
        <source>At most six runs can be compared at once.</source>
        <translation>一次最多比较六个运行。</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Show archived runs too</source>
        <translation>同时显示已归档的运行</translation>
    </message>
    <message>
        <source>All runs are archived.</source>
        <translation>所有运行均已归档。</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Show the runs in the trash, to restore or erase them</source>
        <translation>显示回收站中的运行，以便恢复或永久删除</translation>
    </message>
    <message numerus="yes">
        <source>Moved %n run(s) to the trash.</source>
        <translation>
            <numerusform>已将 %n 个运行移入回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing on the machines was changed.</source>
        <translation>机器上的内容没有改动。</translation>
    </message>
    <message>
        <source>Select two to six runs: tick the boxes next to their names or press Space.</source>
        <translation>请选择两到六个运行：勾选名称前的方框，或按空格键。</translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n 个运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在生成报告…</translation>
    </message>
    <message>
        <source>Looking for checkpoints on the machine…</source>
        <translation>正在机器上查找检查点…</translation>
    </message>
    <message>
        <source>No runs have been launched yet.</source>
        <translation>还没有启动过任何运行。</translation>
    </message>
    <message>
        <source>Runs continue when Trainyard is closed; you find them here again.</source>
        <translation>关闭 Trainyard 后运行仍会继续，再次打开时都列在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%n 个运行中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop “%1”, which excludes most</source>
        <translation>去掉排除最多的条件“%1”</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose the columns and their order</source>
        <translation>选择列及其顺序</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Group the runs</source>
        <translation>对运行分组</translation>
    </message>
    <message numerus="yes">
        <source>%n still to be read</source>
        <translation>
            <numerusform>还有 %n 个待读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Details of the selected run</source>
        <translation>所选运行的详情</translation>
    </message>
    <message>
        <source>Details of the selected run (%1)</source>
        <translation>所选运行的详情（%1）</translation>
    </message>
</context>
<context>
    <name>trainyard::SafetyPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading it runs no code.</source>
        <translation>加载它不会执行代码。</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全性</translation>
    </message>
    <message>
        <source>It has not been inspected, so what loading it does is unknown.</source>
        <translation>尚未查看内部，因此无法得知加载它会做什么。</translation>
    </message>
    <message>
        <source>It contains other classes as data. Loading it imports them, so it is as safe as the packages they come from. torch.load refuses them by default since 2.6.</source>
        <translation>它以数据形式含有其他类。加载时会导入这些类，因此其安全性取决于它们所属的软件包。从 2.6 版起 torch.load 默认拒绝它们。</translation>
    </message>
    <message>
        <source>Loading it runs the code listed here, with the permissions of the user who loads it. Trainyard has run none of it.</source>
        <translation>加载它会以加载者的权限执行这里列出的代码。Trainyard 没有执行其中任何内容。</translation>
    </message>
    <message>
        <source>Not all of it could be read, so what loading it does is unknown.</source>
        <translation>没能全部读取，因此无法得知加载它会做什么。</translation>
    </message>
</context>
<context>
    <name>trainyard::Sandbox</name>
    <message>
        <source>Looking for a container engine…</source>
        <translation>正在查找容器引擎…</translation>
    </message>
    <message>
        <source>Building the demo image with %1…</source>
        <translation>正在用 %1 构建演示镜像…</translation>
    </message>
    <message>
        <source>Trying %1 with the demo image…</source>
        <translation>正在用演示镜像试运行 %1…</translation>
    </message>
    <message>
        <source>There is no container engine on this computer, so runs start as plain processes. For containers install one with: %1</source>
        <translation>本机没有容器引擎，运行将以普通进程启动。要用容器，请安装：%1</translation>
    </message>
    <message>
        <source>%1 cannot be started on this computer.</source>
        <translation>无法在本机启动 %1。</translation>
    </message>
    <message>
        <source>The sandbox cannot write %1; check the disk and the permissions of that directory.</source>
        <translation>沙箱无法写入 %1；请检查磁盘和该目录的权限。</translation>
    </message>
    <message>
        <source>Docker does not start on this computer.</source>
        <translation>Docker 无法在本机启动。</translation>
    </message>
    <message>
        <source>The sandbox&apos;s directory cannot be written; check its permissions and the disk.</source>
        <translation>沙箱目录无法写入；请检查权限和磁盘。</translation>
    </message>
    <message>
        <source>Starting the SSH server on 127.0.0.1, port %1…</source>
        <translation>正在启动 SSH 服务器：127.0.0.1 端口 %1…</translation>
    </message>
    <message>
        <source>Preparing the sandbox…</source>
        <translation>正在准备沙箱…</translation>
    </message>
    <message>
        <source>The sandbox is running.</source>
        <translation>沙箱正在运行。</translation>
    </message>
    <message>
        <source>The sandbox needs the OpenSSH server on this computer; install it with: %1</source>
        <translation>沙箱需要本机的 OpenSSH 服务器；请安装：%1</translation>
    </message>
    <message>
        <source>The SSH server of the sandbox ended at once; try again.</source>
        <translation>沙箱的 SSH 服务器一启动就退出了；请重试。</translation>
    </message>
    <message>
        <source>No container engine can start a container here (%1), so runs start as plain processes. When containers work on this computer, start the sandbox again.</source>
        <translation>这里没有容器引擎能启动容器（%1），运行将以普通进程启动。等本机的容器可用后，请重新启动沙箱。</translation>
    </message>
    <message>
        <source>The disk is full, so the sandbox cannot write %1. Free some space, then try again.</source>
        <translation>磁盘已满，沙箱无法写入 %1。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>Starting Trainyard&apos;s own container engine…</source>
        <translation>正在启动自用的容器引擎…</translation>
    </message>
    <message>
        <source>The keys of the sandbox could not be created; check the disk.</source>
        <translation>无法生成沙箱的密钥；请检查磁盘。</translation>
    </message>
    <message>
        <source>The sandbox cannot use a directory whose name contains control characters; set TRAINYARD_HOME to another one.</source>
        <translation>沙箱目录的名称不能含有控制字符；请把 TRAINYARD_HOME 设为别的目录。</translation>
    </message>
    <message>
        <source>The port of the sandbox is used by another program.</source>
        <translation>沙箱的端口被别的程序占用。</translation>
    </message>
    <message>
        <source>The SSH server of the sandbox does not start; see the details.</source>
        <translation>沙箱的 SSH 服务器无法启动；原因见详情。</translation>
    </message>
    <message>
        <source>%1 does not respond on this computer.</source>
        <translation>本机的 %1 没有应答。</translation>
    </message>
    <message>
        <source>The sandbox cannot use a directory with a colon in its path; set TRAINYARD_HOME to another one.</source>
        <translation>沙箱目录的路径不能含有冒号；请把 TRAINYARD_HOME 设为别的目录。</translation>
    </message>
    <message>
        <source>The sandbox does not stop; try again.</source>
        <translation>沙箱没有结束；请重试。</translation>
    </message>
    <message>
        <source>The log of the sandbox&apos;s SSH server cannot be read; check its permissions.</source>
        <translation>无法读取沙箱 SSH 服务器的日志；请检查其权限。</translation>
    </message>
    <message>
        <source>The sandbox&apos;s SSH server ended without being stopped; start it again.</source>
        <translation>沙箱的 SSH 服务器意外结束；请重新启动它。</translation>
    </message>
    <message>
        <source>The sandbox was never started; start it first.</source>
        <translation>沙箱从未启动过；请先启动它。</translation>
    </message>
    <message>
        <source>The sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>There is one sandbox on this computer; use that one.</source>
        <translation>本机已有一个沙箱；请使用它。</translation>
    </message>
</context>
<context>
    <name>trainyard::SandboxCard</name>
    <message>
        <source>Try it in the sandbox</source>
        <translation>在沙箱中试用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Launch the demo…</source>
        <translation>启动演示…</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>续跑</translation>
    </message>
    <message>
        <source>The sandbox is running</source>
        <translation>沙箱正在运行</translation>
    </message>
    <message>
        <source>A private machine on this computer with simulated GPUs. It keeps running when you close Trainyard.</source>
        <translation>本机上的私有机器，GPU 为模拟。关闭 Trainyard 后它继续运行。</translation>
    </message>
    <message>
        <source>A private machine on this computer with simulated GPUs: real SSH, no account, no cost.</source>
        <translation>本机上的私有机器，GPU 为模拟：SSH 是真的，不用账号，不花钱。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>The sandbox has stopped</source>
        <translation>沙箱已停止</translation>
    </message>
    <message>
        <source>The sandbox is not running</source>
        <translation>沙箱未运行</translation>
    </message>
    <message>
        <source>Stop sandbox</source>
        <translation>停止沙箱</translation>
    </message>
    <message>
        <source>Start a private machine on this computer and launch a small training run on it.</source>
        <translation>在本机启动一台私有机器，并在上面启动一次小训练。</translation>
    </message>
    <message>
        <source>Loss, simulated GPUs and the log update live. Close the window and open it again: nothing is lost.</source>
        <translation>损失、模拟 GPU 和日志实时更新。关掉窗口再打开，什么都不会丢。</translation>
    </message>
    <message>
        <source>Stop the training midway and resume from its latest good checkpoint.</source>
        <translation>中途停止训练，再从最新可用的检查点续跑。</translation>
    </message>
    <message>
        <source>Its SSH server has stopped. Its runs and checkpoints are kept; start it to see them live again.</source>
        <translation>它的 SSH 服务器已停止。其中的运行和检查点都保留着；启动沙箱即可再次实时查看。</translation>
    </message>
    <message>
        <source>Its runs and checkpoints are kept. Start it to continue with them.</source>
        <translation>其中的运行和检查点都保留着。启动沙箱即可继续使用。</translation>
    </message>
    <message>
        <source>Try the whole workflow without an account, a GPU or any cost: a private machine on this computer, reached over real SSH. Only its GPUs are simulated, and everything from it is marked as such.</source>
        <translation>不用账号、不用 GPU、不花钱，就能体验整个流程：本机上的一台私有机器，通过真实的 SSH 访问。只有 GPU 是模拟的，相关内容都会注明。</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
</context>
<context>
    <name>trainyard::SandboxCommands</name>
    <message>
        <source>The sandbox is not running.</source>
        <translation>沙箱没有运行。</translation>
    </message>
    <message>
        <source>The sandbox runs on 127.0.0.1 port %1, engine %2, GPUs simulated.</source>
        <translation>沙箱运行在 127.0.0.1 端口 %1，引擎 %2，GPU 为模拟。</translation>
    </message>
    <message>
        <source>--gpus takes a number from 0 to 8.</source>
        <translation>--gpus 取 0 到 8 的数字。</translation>
    </message>
    <message>
        <source>`sandbox start` takes only --gpus.</source>
        <translation>`sandbox start` 只接受 --gpus。</translation>
    </message>
    <message>
        <source>Starts a private SSH server on 127.0.0.1 that stands in for a rented machine.</source>
        <translation>在 127.0.0.1 启动一个私有 SSH 服务器，代替租来的机器。</translation>
    </message>
    <message>
        <source>This command takes no arguments.</source>
        <translation>此命令不接受任何参数。</translation>
    </message>
    <message>
        <source>The sandbox is stopped, but these runs in it are still running: %1. Start it again to watch them or to stop them with `yard run stop`.</source>
        <translation>沙箱已停止，但其中这些运行仍在继续：%1。请再次启动沙箱以查看它们，或用 `yard run stop` 停止它们。</translation>
    </message>
    <message>
        <source>Stops the sandbox. The files of its runs are kept.</source>
        <translation>停止沙箱；运行的文件保留。</translation>
    </message>
    <message>
        <source>Shows whether the sandbox is running (exit status 0) or not (1).</source>
        <translation>查看是否在运行（退出码 0 为是，1 为否）。</translation>
    </message>
</context>
<context>
    <name>trainyard::SandboxController</name>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
</context>
<context>
    <name>trainyard::SandboxService</name>
    <message>
        <source>Another machine is named “sandbox”. Remove or rename it, then start the sandbox.</source>
        <translation>另一台机器叫“sandbox”。请移除它或改名，再启动沙箱。</translation>
    </message>
</context>
<context>
    <name>trainyard::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>trainyard::SecretCommands</name>
    <message>
        <source>“%1” is not a name for a secret. Use 1 to 64 letters, digits and . _ - @ /.</source>
        <translation>“%1”不能作为密钥的名称。请用 1 到 64 个字母、数字和 . _ - @ /。</translation>
    </message>
    <message>
        <source>Value of %1: </source>
        <translation>%1 的值：</translation>
    </message>
    <message>
        <source>There is no terminal to ask for the value.</source>
        <translation>没有可用来询问该值的终端。</translation>
    </message>
    <message>
        <source>Standard input cannot be read.</source>
        <translation>无法读取标准输入。</translation>
    </message>
    <message>
        <source>Name the secret. Its value is asked for, or read from standard input.</source>
        <translation>请给出密钥的名称。它的值会在终端询问，或从标准输入读取。</translation>
    </message>
    <message>
        <source>“%1” is in the keyring. In a task: secrets: {VARIABLE: {keyring: %1}}</source>
        <translation>“%1”已存入密钥环。在任务中写：secrets: {VARIABLE: {keyring: %1}}</translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all secrets.</source>
        <translation>此命令不带参数；它列出所有密钥。</translation>
    </message>
    <message>
        <source>Name one secret.</source>
        <translation>请给出一个密钥的名称。</translation>
    </message>
    <message>
        <source>“%1” was removed from the keyring.</source>
        <translation>“%1”已从密钥环中删除。</translation>
    </message>
    <message>
        <source>Keeps a secret in the desktop&apos;s keyring, for secrets of tasks. Asks for its value, or reads standard input.</source>
        <translation>把密钥存入桌面的密钥环，供任务使用。会询问它的值，或从标准输入读取。</translation>
    </message>
    <message>
        <source>Lists the names of Trainyard&apos;s secrets in the keyring.</source>
        <translation>列出密钥环中 Trainyard 密钥的名称。</translation>
    </message>
    <message>
        <source>Removes a secret from the keyring.</source>
        <translation>从密钥环中删除一个密钥。</translation>
    </message>
</context>
<context>
    <name>trainyard::SecretDialog</name>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Password for %1?</source>
        <translation>%1 的密码？</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 提问</translation>
    </message>
    <message>
        <source>Passphrase of the key %1?</source>
        <translation>密钥 %1 的口令？</translation>
    </message>
    <message>
        <source>Used once. It is not stored.</source>
        <translation>只使用一次，不会保存。</translation>
    </message>
    <message>
        <source>Kept in memory until the program ends, to reconnect. It is not stored.</source>
        <translation>保留在内存中直到程序结束，用于重新连接。不会保存。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Question from the machine</source>
        <translation>机器的提问</translation>
    </message>
</context>
<context>
    <name>trainyard::SeriesCharts</name>
    <message>
        <source>Training series</source>
        <translation>训练序列</translation>
    </message>
</context>
<context>
    <name>trainyard::SeriesDialog</name>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Series from the log</source>
        <translation>从日志提取序列</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The log has no lines yet.</source>
        <translation>日志还没有内容。</translation>
    </message>
    <message>
        <source>The last lines of the log, newest first:</source>
        <translation>日志的最后几行，最新的在前：</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Each named group becomes a series: (?P&lt;loss&gt;…). The groups “step”, “epoch”, “total” and “rank” give its position.</source>
        <translation>每个命名分组是一个序列：(?P&lt;loss&gt;…)。分组“step”“epoch”“total”和“rank”给出它的位置。</translation>
    </message>
    <message>
        <source>Last lines of the log and the values read from them</source>
        <translation>日志的最后几行以及从中读到的值</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>读到的值</translation>
    </message>
    <message>
        <source>Log line</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Used for every run of “%1”. Lines that do not match are read as before.</source>
        <translation>用于“%1”的所有运行。不匹配的行照常读取。</translation>
    </message>
    <message>
        <source>Testing it on the log…</source>
        <translation>正在用日志测试…</translation>
    </message>
    <message>
        <source>Enter an expression first.</source>
        <translation>请先填写表达式。</translation>
    </message>
    <message>
        <source>None of the last %1 lines match. The newest are:</source>
        <translation>最后 %1 行中没有匹配的行。最新的几行是：</translation>
    </message>
    <message>
        <source>Matching lines, newest first:</source>
        <translation>匹配的行，最新的在前：</translation>
    </message>
</context>
<context>
    <name>trainyard::SeriesPattern</name>
    <message>
        <source>A [ is not closed by ].</source>
        <translation>有一个 [ 没有用 ] 闭合。</translation>
    </message>
    <message>
        <source>At character %1, “%2”: the [ is not closed by ].</source>
        <translation>第 %1 个字符“%2”处：[ 没有用 ] 闭合。</translation>
    </message>
    <message>
        <source>The expression is too large. Use smaller repetitions.</source>
        <translation>表达式过大。请减少重复次数。</translation>
    </message>
    <message>
        <source>The expression is longer than 2,000 characters.</source>
        <translation>表达式超过 2,000 个字符。</translation>
    </message>
    <message>
        <source>The expression has more than 64 groups.</source>
        <translation>表达式的分组超过 64 个。</translation>
    </message>
    <message>
        <source>At character %1, “%2”: write a group&apos;s name as (?P&lt;name&gt;…).</source>
        <translation>第 %1 个字符“%2”处：分组名称请写成 (?P&lt;name&gt;…)。</translation>
    </message>
    <message>
        <source>The brackets ( ) are not balanced.</source>
        <translation>括号 ( ) 没有成对。</translation>
    </message>
    <message>
        <source>A group&apos;s name is invalid: write (?P&lt;name&gt;…).</source>
        <translation>分组的名称不对：请写成 (?P&lt;name&gt;…)。</translation>
    </message>
    <message>
        <source>A repetition has nothing to repeat.</source>
        <translation>重复符号前没有可以重复的内容。</translation>
    </message>
    <message>
        <source>At character %1, “%2”: nothing to repeat, or too many repetitions.</source>
        <translation>第 %1 个字符“%2”处：没有可以重复的内容，或重复次数过多。</translation>
    </message>
    <message>
        <source>Lookahead and lookbehind are not supported.</source>
        <translation>不支持向前或向后断言。</translation>
    </message>
    <message>
        <source>At character %1, “%2”: not supported; this includes lookahead and lookbehind.</source>
        <translation>第 %1 个字符“%2”处：不支持此写法；向前或向后断言一律不支持。</translation>
    </message>
    <message>
        <source>The expression is incomplete or invalid.</source>
        <translation>表达式不完整或无法理解。</translation>
    </message>
    <message>
        <source>At character %1, “%2”: invalid.</source>
        <translation>第 %1 个字符“%2”处：无法理解。</translation>
    </message>
    <message>
        <source>Name the value: a group like (?P&lt;loss&gt;[-+.0-9eE]+).</source>
        <translation>请为测量值命名：例如分组 (?P&lt;loss&gt;[-+.0-9eE]+)。</translation>
    </message>
</context>
<context>
    <name>trainyard::SettingsModule</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>trainyard::SettingsPage</name>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Trainyard %1, free software under the GNU General Public License, version 3 or later.</source>
        <translation>Trainyard %1，自由软件，采用 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Database and copies of runs: %1</source>
        <translation>数据库和运行副本：%1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>In addition to the desktop&apos;s scaling.</source>
        <translation>在桌面缩放之外再缩放。</translation>
    </message>
    <message>
        <source>Help and about</source>
        <translation>帮助与关于</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Keyboard shortcuts (%1)</source>
        <translation>键盘快捷键（%1）</translation>
    </message>
    <message>
        <source>Data only leaves this computer over your own SSH connections, and to the webhook if you set one.</source>
        <translation>数据只会经由你自己的 SSH 连接离开这台电脑；如果设置了 webhook，也会发往那里。</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>A high-contrast desktop theme always takes precedence.</source>
        <translation>桌面的高对比度主题始终优先。</translation>
    </message>
    <message>
        <source>Logs and output of machines are not translated.</source>
        <translation>日志和机器的输出保持原文。</translation>
    </message>
</context>
<context>
    <name>trainyard::SetupSection</name>
    <message>
        <source>Setup</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Once before the command</source>
        <translation>在命令之前执行一次</translation>
    </message>
    <message>
        <source>Shell commands, such as pip install -r requirements.txt. If one of them fails, the command does not start.</source>
        <translation>Shell 命令，如 pip install -r requirements.txt。其中一条失败，命令就不会启动。</translation>
    </message>
    <message>
        <source>Launcher</source>
        <translation>启动器</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Starts the Python command once for each GPU. The preview shows the line.</source>
        <translation>为每块 GPU 启动一次 Python 命令，预览会显示这一行。</translation>
    </message>
</context>
<context>
    <name>trainyard::SpotOverhead</name>
    <message>
        <source>The time of the run must be between a second and a million hours.</source>
        <translation>运行时间必须在一秒到一百万小时之间。</translation>
    </message>
    <message>
        <source>The time between interruptions must be between a second and a million hours.</source>
        <translation>两次中断之间的时间必须在一秒到一百万小时之间。</translation>
    </message>
    <message>
        <source>The time between checkpoints must be between a second and a million hours.</source>
        <translation>两个检查点之间的时间必须在一秒到一百万小时之间。</translation>
    </message>
    <message>
        <source>Writing a checkpoint and restarting must each take between zero and a million hours.</source>
        <translation>写检查点和重新启动的时间都必须在零到一百万小时之间。</translation>
    </message>
    <message>
        <source>With interruptions this frequent the run would hardly ever end: write checkpoints more often, or use an instance that is not interrupted.</source>
        <translation>中断如此频繁，运行几乎永远不会结束：请更频繁地写检查点，或使用不会中断的实例。</translation>
    </message>
</context>
<context>
    <name>trainyard::Ssh</name>
    <message>
        <source>The name %1 cannot be resolved. Check the spelling and your network.</source>
        <translation>无法解析名称 %1。请检查拼写和网络。</translation>
    </message>
    <message>
        <source>%1 does not answer. Check that the machine is running and that no firewall is in the way.</source>
        <translation>%1 没有应答。请确认机器在运行，并且没有被防火墙挡住。</translation>
    </message>
    <message>
        <source>%1 refused the connection: no SSH server listens there. Check the port and that the machine has started.</source>
        <translation>%1 拒绝连接：那里没有 SSH 服务器。请检查端口，并确认机器已经启动。</translation>
    </message>
    <message>
        <source>%1 cannot be reached. Check your network.</source>
        <translation>无法到达 %1。请检查网络。</translation>
    </message>
    <message>
        <source>%1 is not a private key that can be read. Choose the file without .pub that ssh-keygen made.</source>
        <translation>%1 不是可读取的私钥。请选择 ssh-keygen 生成的、不带 .pub 的文件。</translation>
    </message>
    <message>
        <source>The key file %1 does not exist. Check the path.</source>
        <translation>密钥文件 %1 不存在。请检查路径。</translation>
    </message>
    <message>
        <source>The key file %1 cannot be read. Check its permissions.</source>
        <translation>无法读取密钥文件 %1。请检查权限。</translation>
    </message>
    <message>
        <source>The machine did not answer in time. Try again.</source>
        <translation>机器没有及时应答。请重试。</translation>
    </message>
    <message>
        <source>The machine closed the connection before the login. Try again in a moment.</source>
        <translation>机器在登录前关闭了连接。请稍后再试。</translation>
    </message>
    <message>
        <source>Passphrase for the key %1</source>
        <translation>密钥 %1 的口令</translation>
    </message>
    <message>
        <source>Password for %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>%1 did not let %2 in. Check the user name and that your public key is on the machine, or choose another key.</source>
        <translation>%1 拒绝 %2 登录。请检查用户名，确认机器上有你的公钥，或者换一个密钥。</translation>
    </message>
    <message>
        <source>The machine allows no further session on this connection. Close what runs on it, or reconnect.</source>
        <translation>机器不允许在这个连接上再开会话。请关闭正在使用的会话，或者重新连接。</translation>
    </message>
    <message>
        <source>The machine offers no file transfer (SFTP). Enable it in its SSH server.</source>
        <translation>机器不提供文件传输（SFTP）。请在它的 SSH 服务器里开启。</translation>
    </message>
    <message>
        <source>The machine refuses to run commands for this user. Use another account.</source>
        <translation>机器拒绝为这个用户执行命令。请换一个账号。</translation>
    </message>
    <message>
        <source>The command ended before it had read all its input.</source>
        <translation>命令还没读完输入就结束了。</translation>
    </message>
    <message>
        <source>%1 sent no readable host key. Do not connect to it.</source>
        <translation>%1 没有给出可读取的主机密钥。不要连接它。</translation>
    </message>
    <message>
        <source>Out of memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>%1 holds too many files to list.</source>
        <translation>%1 里的文件太多，无法列出。</translation>
    </message>
    <message>
        <source>%1 exists on the machine and is not a folder. Choose another name.</source>
        <translation>机器上已有 %1，而且不是文件夹。请换一个名称。</translation>
    </message>
    <message>
        <source>The machine&apos;s file transfer (SFTP) cannot replace %1 safely. Remove it first.</source>
        <translation>机器的文件传输（SFTP）无法安全替换 %1。请先删除它。</translation>
    </message>
    <message>
        <source>The machine&apos;s disk is full, so %1 could not be written. Free some space there and try again.</source>
        <translation>机器磁盘已满，无法写入 %1。请在机器上腾出空间后重试。</translation>
    </message>
    <message>
        <source>The machine&apos;s file transfer (SFTP) sent something unreadable. Check that its login scripts print nothing.</source>
        <translation>机器的文件传输（SFTP）发来无法读取的内容。请确认登录脚本不输出任何东西。</translation>
    </message>
    <message>
        <source>%1 does not exist on the machine.</source>
        <translation>机器上没有 %1。</translation>
    </message>
    <message>
        <source>The machine does not permit this on %1. Check its owner and permissions.</source>
        <translation>机器不允许对 %1 这样做。请检查所有者和权限。</translation>
    </message>
    <message>
        <source>The machine&apos;s file transfer (SFTP) cannot do this with %1.</source>
        <translation>机器的文件传输（SFTP）不能对 %1 这样做。</translation>
    </message>
    <message>
        <source>The machine could not do this with %1. Check the path and the disk there.</source>
        <translation>机器无法对 %1 这样做。请检查那里的路径和磁盘。</translation>
    </message>
    <message>
        <source>The machine sent a wrong amount of data for %1. Try again.</source>
        <translation>机器发来的 %1 数据量不对。请重试。</translation>
    </message>
    <message>
        <source>“%1” cannot be used here: %2</source>
        <translation>“%1”不能用在这里：%2</translation>
    </message>
    <message>
        <source>port forwarding is not part of a machine&apos;s address. Leave it out.</source>
        <translation>端口转发不属于机器地址。请去掉。</translation>
    </message>
    <message>
        <source>only ~/.ssh/config is read. Leave it out.</source>
        <translation>只读取 ~/.ssh/config。请去掉。</translation>
    </message>
    <message>
        <source>the agent is never forwarded. Leave it out.</source>
        <translation>从不转发 ssh-agent。请去掉。</translation>
    </message>
    <message>
        <source>A quote (%1) is not closed. Close or remove it.</source>
        <translation>引号（%1）没有闭合。请补上或删除。</translation>
    </message>
    <message>
        <source>a command after the machine&apos;s name is not part of its address. Leave it out.</source>
        <translation>机器名后面的命令不属于地址。请去掉。</translation>
    </message>
    <message>
        <source>No machine is named. Paste a command such as: ssh -p 2222 user@host</source>
        <translation>没有指定机器。请粘贴这样的命令：ssh -p 2222 user@host</translation>
    </message>
    <message>
        <source>its value is missing.</source>
        <translation>缺少值。</translation>
    </message>
    <message>
        <source>the key file&apos;s name is empty.</source>
        <translation>密钥文件名为空。</translation>
    </message>
    <message>
        <source>host keys are always checked, and an unknown one is shown to you once. Leave it out.</source>
        <translation>主机密钥总会检查，未知的会让你确认一次。请去掉。</translation>
    </message>
    <message>
        <source>write it as ssh://user@host:port.</source>
        <translation>请写成 ssh://user@host:port。</translation>
    </message>
    <message>
        <source>a port is a number from 1 to 65535.</source>
        <translation>端口是 1 到 65535 的数字。</translation>
    </message>
    <message>
        <source>the port is given twice.</source>
        <translation>端口给了两次。</translation>
    </message>
    <message>
        <source>the user is given twice.</source>
        <translation>用户给了两次。</translation>
    </message>
    <message>
        <source>give the port as: -p %1</source>
        <translation>端口请写成：-p %1</translation>
    </message>
    <message>
        <source>The command is too long. Put it into a file on the machine and run that.</source>
        <translation>命令太长。请放进机器上的文件里再运行。</translation>
    </message>
    <message>
        <source>The machine&apos;s SSH server forbids tunnels. Set AllowTcpForwarding and AllowStreamLocalForwarding to yes there.</source>
        <translation>该机器的 SSH 服务器禁止隧道。请在那里把 AllowTcpForwarding 和 AllowStreamLocalForwarding 设为 yes。</translation>
    </message>
    <message>
        <source>Nothing listens there. Start the server on the machine first.</source>
        <translation>那里没有程序在监听。请先在机器上启动服务。</translation>
    </message>
    <message>
        <source>%1 did not wait for the answer and closed the connection. Connect again.</source>
        <translation>%1 没有等到回答就关闭了连接。请重新连接。</translation>
    </message>
    <message>
        <source>It cannot reach %1. Check that the machine is running and its address.</source>
        <translation>它无法到达 %1。请检查该机器是否在运行以及地址是否正确。</translation>
    </message>
    <message>
        <source>The key %1 is of the type %2, which cannot be used here directly. Add it to ssh-agent (ssh-add %1) or choose another key.</source>
        <translation>密钥 %1 的类型是 %2，这里不能直接使用。请把它加入 ssh-agent（ssh-add %1）或选择另一个密钥。</translation>
    </message>
    <message>
        <source>At the jump host %1: %2</source>
        <translation>在跳板机 %1：%2</translation>
    </message>
    <message>
        <source>The ProxyCommand cannot be started.</source>
        <translation>无法启动 ProxyCommand。</translation>
    </message>
    <message>
        <source>its port is missing.</source>
        <translation>缺少端口。</translation>
    </message>
    <message>
        <source>The SSH configuration %1 includes itself or too many files. Correct its Include lines.</source>
        <translation>SSH 配置 %1 包含了自身或过多的文件。请改正其中的 Include 行。</translation>
    </message>
    <message>
        <source>The key file %1 cannot be written. Check the folder&apos;s permissions and free space.</source>
        <translation>无法写入密钥文件 %1。请检查文件夹权限和剩余空间。</translation>
    </message>
    <message>
        <source>there is no SOCKS proxy. Leave it out; yard tunnel open leads to one server on the machine.</source>
        <translation>不提供 SOCKS 代理。请去掉；yard tunnel open 可以通向机器上的某个服务。</translation>
    </message>
    <message>
        <source>write a tunnel as LOCALPORT:HOST:PORT or LOCALPORT:/SOCKET.</source>
        <translation>隧道请写成 LOCALPORT:HOST:PORT 或 LOCALPORT:/SOCKET。</translation>
    </message>
    <message>
        <source>The machine&apos;s SSH server cannot reach Unix sockets. Let the server there listen on a port instead.</source>
        <translation>该机器的 SSH 服务器无法访问 Unix 套接字。请让那里的服务改为监听端口。</translation>
    </message>
    <message>
        <source>This is not a valid address on the machine. Give a port from 1 to 65535 or the path of a socket.</source>
        <translation>这不是机器上的地址。请给出 1 到 65535 的端口，或套接字的路径。</translation>
    </message>
    <message>
        <source>The host key of %1 is not known yet. Compare its fingerprint with the one your provider shows, then accept it.</source>
        <translation>%1 的主机密钥还不为本机所知。请与服务商显示的指纹核对，一致再接受。</translation>
    </message>
    <message>
        <source>Connected to %1:%2, but the SSH handshake failed. Check that this port belongs to an SSH server, then try again.</source>
        <translation>已连接到 %1:%2，但 SSH 握手失败。请确认这个端口是 SSH 服务器，再重试。</translation>
    </message>
    <message>
        <source>The key file %1 is damaged or of an unknown type. Create a new key with ssh-keygen.</source>
        <translation>密钥文件 %1 已损坏，或者类型未知。请用 ssh-keygen 生成新密钥。</translation>
    </message>
    <message>
        <source>The machine&apos;s answer does not end. Check what its login shell prints (~/.bashrc), and whether its SSH server forces a command (ForceCommand).</source>
        <translation>这台机器的回答没完没了。请查看它的登录 shell 打印了什么（~/.bashrc），以及它的 SSH 服务器是否强制执行某个命令（ForceCommand）。</translation>
    </message>
    <message>
        <source>The host key of %1 has changed: someone may be intercepting the connection, or the machine was reinstalled. Ask its administrator for the fingerprint; only if it matches, remove line %2 of %3 and connect again.</source>
        <translation>%1 的主机密钥与已知的不同：可能有人在窃听，也可能是机器重装了。请向管理机器的人核对指纹；一致时，删除 %3 的第 %2 行再连接。</translation>
    </message>
    <message>
        <source>The host key of %1 has been revoked (line %2 of %3): someone may be intercepting the connection. Do not connect; ask the machine&apos;s administrator for a new key.</source>
        <translation>%1 的主机密钥已被吊销（%3 第 %2 行）：可能有人在窃听。不要连接，请向管理机器的人索取新密钥。</translation>
    </message>
    <message>
        <source>Line %1 of %2 trusts this machine through a certificate authority. Host certificates cannot be checked here, so compare the key itself.</source>
        <translation>%2 的第 %1 行通过证书颁发机构信任这台机器。这里无法检查机器的证书，因此需要核对密钥本身。</translation>
    </message>
    <message>
        <source>The host key could not be saved in %1. Check that the file can be written.</source>
        <translation>无法把主机密钥记到 %1。请确认文件可写。</translation>
    </message>
    <message>
        <source>It does not allow connections to %1. Ask its administrator to allow TCP forwarding.</source>
        <translation>不允许经由它访问 %1。请让管理者允许 TCP 转发。</translation>
    </message>
    <message>
        <source>The key %1 is encrypted with %2, which cannot be read here. Add it to ssh-agent (ssh-add %1) or encrypt it again with: ssh-keygen -p -Z aes256-ctr -f %1</source>
        <translation>密钥 %1 用 %2 加密，这里无法读取。请把它加入 ssh-agent（ssh-add %1），或者重新加密：ssh-keygen -p -Z aes256-ctr -f %1</translation>
    </message>
    <message>
        <source>The private key %1 can be read by other users, so it is not used. Fix this with: chmod 600 %1</source>
        <translation>私钥 %1 能被其他用户读取，因此不使用。请这样改正：chmod 600 %1</translation>
    </message>
    <message>
        <source>The ProxyCommand for %1 in your SSH configuration did not open an SSH connection. Run it by hand to see why.</source>
        <translation>SSH 配置中用于 %1 的 ProxyCommand 没有建立 SSH 连接。请手动运行它查看原因。</translation>
    </message>
    <message>
        <source>(~/.ssh/config has Match conditions that are not supported here, such as exec; a Host section is.)</source>
        <translation>（~/.ssh/config 里有这里不支持的 Match 条件，例如 exec；改用 Host 段即可。）</translation>
    </message>
    <message>
        <source>The connection to %1 goes through %2 in a circle. Correct ProxyJump in your SSH configuration.</source>
        <translation>通往 %1 的路径在 %2 处形成循环。请改正 SSH 配置中的 ProxyJump。</translation>
    </message>
    <message>
        <source>The path on the machine is empty or invalid.</source>
        <translation>机器上的路径为空，或者不可能存在。</translation>
    </message>
    <message>
        <source>The data for %1 got shorter during the transfer. Try again.</source>
        <translation>要写成 %1 的内容中途变短了。请重试。</translation>
    </message>
    <message>
        <source>the address family cannot be chosen. Leave it out or use an IPv4 address.</source>
        <translation>不能选择地址类型。请去掉，或者给出 IPv4 地址。</translation>
    </message>
    <message>
        <source>the address family cannot be chosen. Leave it out or use an IPv6 address.</source>
        <translation>不能选择地址类型。请去掉，或者给出 IPv6 地址。</translation>
    </message>
    <message>
        <source>the machine never gets a connection back to this computer. Leave it out.</source>
        <translation>不会给机器开通返回这台电脑的通道。请去掉。</translation>
    </message>
    <message>
        <source>the jump host is given twice.</source>
        <translation>路径给出了两次。</translation>
    </message>
    <message>
        <source>only -p, -i, -l, -J, -L and -o are supported. Leave it out.</source>
        <translation>只支持 -p、-i、-l、-J、-L 和 -o。请去掉。</translation>
    </message>
    <message>
        <source>this is not a valid host key name.</source>
        <translation>这不能作为主机密钥的名称。</translation>
    </message>
    <message>
        <source>a pasted command never starts a program on this computer. Add it to ~/.ssh/config yourself if you trust it.</source>
        <translation>粘贴的命令不会在这台电脑上启动程序。如果信任它，请自行写入 ~/.ssh/config。</translation>
    </message>
    <message>
        <source>only Port, User, HostName, HostKeyAlias, IdentityFile, LocalForward, ProxyJump and UserKnownHostsFile are supported. Leave it out.</source>
        <translation>只支持 Port、User、HostName、HostKeyAlias、IdentityFile、LocalForward、ProxyJump 和 UserKnownHostsFile。请去掉。</translation>
    </message>
    <message>
        <source>this is not a valid user name.</source>
        <translation>这不能作为用户名。</translation>
    </message>
    <message>
        <source>this is not a valid machine name or address.</source>
        <translation>这不能作为机器的名称或地址。</translation>
    </message>
    <message>
        <source>The ProxyCommand for %1 in your SSH configuration uses %2, which is not supported. Only %h, %n, %p, %r and %% are.</source>
        <translation>SSH 配置中用于 %1 的 ProxyCommand 使用了不支持的 %2。只支持 %h、%n、%p、%r 和 %%。</translation>
    </message>
    <message>
        <source>No machine is named. Enter its name or address.</source>
        <translation>没有指定机器。请给出名称或地址。</translation>
    </message>
    <message>
        <source>“%1” is not a valid machine name or address.</source>
        <translation>“%1”不能作为机器的名称或地址。</translation>
    </message>
    <message>
        <source>The HostName “%1” in your SSH configuration is not a valid machine name or address.</source>
        <translation>SSH 配置中的 HostName“%1”不能作为机器的名称或地址。</translation>
    </message>
    <message>
        <source>“%1” is not a valid user name.</source>
        <translation>“%1”不能作为用户名。</translation>
    </message>
    <message>
        <source>“%1” is not a valid host key name. Use letters, digits, dots and dashes.</source>
        <translation>“%1”不能作为主机密钥的名称。请使用字母、数字、点和短横线。</translation>
    </message>
    <message>
        <source>“%1” is too long for a key name. Choose a shorter one.</source>
        <translation>“%1”作为密钥名称太长。请换一个较短的名称。</translation>
    </message>
    <message>
        <source>“%1” is not a valid key name. Use letters, digits, dots and dashes.</source>
        <translation>“%1”不能作为密钥的名称。请使用字母、数字、点和短横线。</translation>
    </message>
    <message>
        <source>There is already a key named %1. Choose another name.</source>
        <translation>已经有密钥 %1。请换一个名称。</translation>
    </message>
    <message>
        <source>No key could be created. Try ssh-keygen.</source>
        <translation>无法生成密钥。请尝试 ssh-keygen。</translation>
    </message>
    <message>
        <source>There is no key “%1” here. `yard key list` lists all keys.</source>
        <translation>这里没有密钥“%1”。`yard key list` 列出所有密钥。</translation>
    </message>
    <message>
        <source>A file cannot be read at a negative position.</source>
        <translation>读取文件的位置不能是负数。</translation>
    </message>
    <message>
        <source>The command is empty or contains a NUL character.</source>
        <translation>命令为空，或者含有 NUL 字符。</translation>
    </message>
    <message>
        <source>The connection to the machine was lost. Runs on it continue; reconnect to see them.</source>
        <translation>与机器的连接断开了。机器上的运行还在继续，重新连接即可查看。</translation>
    </message>
    <message>
        <source>The machine&apos;s file transfer (SFTP) violated the protocol. Reconnect and try again.</source>
        <translation>机器的文件传输（SFTP）不符合协议。请重新连接后再试。</translation>
    </message>
    <message>
        <source>The machine&apos;s SSH server allows no terminals. Set PermitTTY to yes there.</source>
        <translation>该机器的 SSH 服务器不允许使用终端。请在那里把 PermitTTY 设为 yes。</translation>
    </message>
    <message>
        <source>This connection has no terminals.</source>
        <translation>此连接不支持终端。</translation>
    </message>
</context>
<context>
    <name>trainyard::SshConfigEntry</name>
    <message>
        <source>%1 contains a quotation mark or a control character, which an SSH configuration cannot hold: change it in the machine&apos;s settings.</source>
        <translation>%1 含有引号或控制字符，无法写入 SSH 配置：请在机器设置中修改。</translation>
    </message>
</context>
<context>
    <name>trainyard::Stacks</name>
    <message>
        <source>stopped by a signal or a debugger</source>
        <translation>被信号或调试器停住</translation>
    </message>
    <message>
        <source>── process %1: %2</source>
        <translation>── 进程 %1：%2</translation>
    </message>
    <message>
        <source>── rank %1, process %2: %3</source>
        <translation>── rank %1，进程 %2：%3</translation>
    </message>
    <message>
        <source>   %1 (in %2), %3 threads, %4 s of processor time so far</source>
        <translation>   %1（位于 %2），%3 个线程，已用处理器 %4 秒</translation>
    </message>
    <message>
        <source>No process of this run was found on the machine.</source>
        <translation>在机器上没有找到该运行的进程。</translation>
    </message>
    <message>
        <source>running: uses a processor</source>
        <translation>运行中：正在使用处理器</translation>
    </message>
    <message>
        <source>waiting in the kernel, usually for a disk or a network file system</source>
        <translation>在内核中等待：多半是磁盘或网络文件系统</translation>
    </message>
    <message>
        <source>sleeping: waiting</source>
        <translation>休眠：在等待</translation>
    </message>
    <message>
        <source>Read with %1.</source>
        <translation>使用 %1 查看。</translation>
    </message>
    <message>
        <source>The machine has neither py-spy nor gdb, so only the kernel&apos;s view is available. For Python lines: pip install --user py-spy</source>
        <translation>机器上没有 py-spy 也没有 gdb，这里只有内核所见。要看 Python 的行：pip install --user py-spy</translation>
    </message>
    <message>
        <source>The run is in a container; its processes are listed with the machine&apos;s process IDs.</source>
        <translation>该运行在容器中；进程编号是机器上的编号。</translation>
    </message>
    <message>
        <source>   This user has no permission to inspect the process (ptrace). As root: sudo py-spy dump --pid, or sudo sysctl kernel.yama.ptrace_scope=0</source>
        <translation>   系统不允许该用户查看这个进程（ptrace）。以 root 权限：sudo py-spy dump --pid，或 sudo sysctl kernel.yama.ptrace_scope=0</translation>
    </message>
    <message>
        <source>   The tool printed nothing in time.</source>
        <translation>   工具在时限内没有输出。</translation>
    </message>
    <message>
        <source>%1 more processes were not inspected.</source>
        <translation>还有 %1 个进程没有查看。</translation>
    </message>
    <message>
        <source>── NCCL&apos;s own report (ncclras)</source>
        <translation>── NCCL 自己的说明（ncclras）</translation>
    </message>
    <message>
        <source>The machine&apos;s answer could not be read; inspect its stacks by hand.</source>
        <translation>机器没有按要求回答；请手动查看调用栈。</translation>
    </message>
</context>
<context>
    <name>trainyard::StacksDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stack traces of the run&apos;s processes</source>
        <translation>该运行各进程的调用栈</translation>
    </message>
</context>
<context>
    <name>trainyard::StartRules</name>
    <message>
        <source>The image sets no condition: nothing refuses the container at its start.</source>
        <translation>该镜像没有设条件：启动时不会被拒绝。</translation>
    </message>
    <message>
        <source>It is unknown whether `docker run --gpus` starts the container: that depends on the brand of %1 or the CUDA version of driver %2, which are unknown.</source>
        <translation>`docker run --gpus` 能否启动该容器尚不清楚：这取决于 %1 的品牌或驱动 %2 的 CUDA 版本，而它们未知。</translation>
    </message>
    <message>
        <source>The image requires nothing of the driver at start.</source>
        <translation>启动时对驱动没有要求。</translation>
    </message>
    <message>
        <source>The container starts: driver %2 meets “%1”.</source>
        <translation>容器可以启动：驱动 %2 满足“%1”。</translation>
    </message>
    <message>
        <source>`docker run --gpus` refuses the container, because its condition is malformed at character %1: %2</source>
        <translation>`docker run --gpus` 会拒绝该容器，因为其条件在第 %1 个字符处有误：%2</translation>
    </message>
    <message>
        <source>`docker run --gpus` refuses the container: driver %2 (of CUDA %3) and %4 meet none of the conditions of its NVIDIA_REQUIRE_CUDA, the first of which is “%1”.</source>
        <translation>`docker run --gpus` 会拒绝该容器：对于驱动 %2（对应 CUDA %3）和 %4，其 NVIDIA_REQUIRE_CUDA 的条件（首条为“%1”）没有一条成立。</translation>
    </message>
    <message>
        <source>It is unknown whether `docker run --gpus` starts the container: the complete condition is known for CUDA %1 only, and driver %3 does not meet “%2”.</source>
        <translation>`docker run --gpus` 能否启动该容器尚不清楚：完整条件只在 CUDA %1 的镜像中查到，而驱动 %3 不满足“%2”。</translation>
    </message>
    <message>
        <source>The container starts: its condition is unknown, but all known ones begin with “%1”, which driver %2 meets.</source>
        <translation>容器可以启动：没有查到它的条件，但查到的条件都以“%1”开头，而驱动 %2 满足它。</translation>
    </message>
    <message>
        <source>It is unknown whether `docker run --gpus` starts the container: the NVIDIA_REQUIRE_CUDA of this image is unknown. Add it with --require.</source>
        <translation>`docker run --gpus` 能否启动该容器尚不清楚：没有查到该镜像的 NVIDIA_REQUIRE_CUDA。可用 --require 给出。</translation>
    </message>
</context>
<context>
    <name>trainyard::StateDatabase</name>
    <message>
        <source>The disk is full: free some space, then try again. Nothing that was stored is lost.</source>
        <translation>磁盘已满：请腾出空间后重试。已保存的内容没有丢失。</translation>
    </message>
    <message>
        <source>%1 cannot be written: check the permissions of the file and its folder.</source>
        <translation>无法写入 %1：请检查文件和所在文件夹的权限。</translation>
    </message>
    <message>
        <source>The database could not be read or written: %1</source>
        <translation>无法读写数据库：%1</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: check the permissions of the folder above it.</source>
        <translation>无法创建文件夹 %1：请检查上级文件夹的权限。</translation>
    </message>
    <message>
        <source>%1 belongs to another program: move it away or choose another place.</source>
        <translation>%1 属于别的程序：请移走它，或者换一个位置。</translation>
    </message>
    <message>
        <source>The database was written by a newer Trainyard: update this one. Nothing was changed.</source>
        <translation>数据库由更新版本的 Trainyard 写入：请升级本程序。没有改动任何内容。</translation>
    </message>
    <message>
        <source>There is no machine named “%1”: check the name in the list of machines.</source>
        <translation>没有名为“%1”的机器：请在机器列表里核对名称。</translation>
    </message>
    <message>
        <source>There is no run “%1”: check the id in the list of runs.</source>
        <translation>没有运行“%1”：请在运行列表里核对编号。</translation>
    </message>
    <message>
        <source>There is already a machine named “%1”: choose another name.</source>
        <translation>已有名为“%1”的机器：请换一个名称。</translation>
    </message>
    <message>
        <source>The machine was removed meanwhile: choose another one.</source>
        <translation>机器已被移除：请另选一台。</translation>
    </message>
    <message>
        <source>There is already a run “%1”: choose another name.</source>
        <translation>已有运行“%1”：请换一个名称。</translation>
    </message>
    <message>
        <source>Notes have at most 2000 characters: shorten them.</source>
        <translation>备注最多 2000 个字符：请缩短。</translation>
    </message>
    <message>
        <source>The source of a price is one line of at most 200 characters: shorten it.</source>
        <translation>价格来源只能是一行，最多 200 个字符：请缩短。</translation>
    </message>
    <message>
        <source>This machine is not rented: there is nothing to return.</source>
        <translation>这台机器没有租用：无可归还。</translation>
    </message>
    <message>
        <source>The sandbox is this computer and costs nothing: rent a real machine.</source>
        <translation>沙箱就是本机，不产生费用：请登记真实的机器。</translation>
    </message>
    <message>
        <source>There is no such budget: check the list of budgets.</source>
        <translation>没有这项预算：请查看预算列表。</translation>
    </message>
    <message>
        <source>There is no report %1: `yard probe list` shows those that are kept.</source>
        <translation>没有报告 %1：`yard probe list` 会列出保存的报告。</translation>
    </message>
    <message>
        <source>A group&apos;s name has at most 64 characters, all of them visible: choose another name.</source>
        <translation>分组名称最多 64 个字符，且都须可见：请换一个名称。</translation>
    </message>
    <message>
        <source>%1 is damaged or not a Trainyard database: move it away or restore a copy.</source>
        <translation>%1 已损坏，或者不是 Trainyard 数据库：请移走它，或者恢复备份。</translation>
    </message>
    <message>
        <source>%1 cannot be moved away: check the permissions of its folder.</source>
        <translation>无法移走 %1：请检查其所在文件夹的权限。</translation>
    </message>
    <message>
        <source>%1 is empty, although there are runs beside it: restore a copy, or move it away to start without what it held.</source>
        <translation>%1 是空文件，但旁边还有运行的副本：请恢复备份，或将其移走，从空数据库开始。</translation>
    </message>
    <message>
        <source>This check is no longer kept: check the machine again.</source>
        <translation>这次检查已不再保存：请重新检查该机器。</translation>
    </message>
    <message>
        <source>Another program has locked the database for too long: close it, then try again.</source>
        <translation>另一个程序占用数据库太久：请关闭它后重试。</translation>
    </message>
    <message>
        <source>A machine&apos;s price must be above zero and at most a million per hour: check the price.</source>
        <translation>机器每小时价格须大于零且不超过一百万：请检查价格。</translation>
    </message>
    <message>
        <source>The rental must start within the last ten years, not in the future: check the time.</source>
        <translation>租用开始时间须在过去十年之内，不能在将来：请检查时间。</translation>
    </message>
    <message>
        <source>The billing increment must be between a second and a month: check it.</source>
        <translation>计费单位须在一秒到一个月之间：请检查。</translation>
    </message>
    <message>
        <source>%1 was rented until %2: enter a start at or after that time.</source>
        <translation>%1 租用到 %2：请从那时或更晚开始登记。</translation>
    </message>
    <message>
        <source>%1 is already rented: return it first, then rent it at the new price.</source>
        <translation>%1 已在租用：请先归还，再按新价格登记。</translation>
    </message>
    <message>
        <source>%1 is still running. Stop it first.</source>
        <translation>%1 还在运行，请先停止。</translation>
    </message>
    <message>
        <source>There is no such rented machine: check the list of machines.</source>
        <translation>没有这台租用的机器：请查看机器列表。</translation>
    </message>
    <message>
        <source>Another program changed this machine at the same time: look at its state, then try again.</source>
        <translation>另一个程序同时更改了这台机器：请查看它的状态，然后重试。</translation>
    </message>
    <message>
        <source>The database was not made by Trainyard: move it away or restore a copy.</source>
        <translation>该数据库不是由 Trainyard 创建的：请将它移走，或恢复一份副本。</translation>
    </message>
    <message>
        <source>A newer Trainyard has opened the database, and this older program can no longer read it: close it and start the newer one.</source>
        <translation>更新版本的 Trainyard 已打开数据库，此旧版程序不能再读取它：请关闭此程序并启动新版本。</translation>
    </message>
</context>
<context>
    <name>trainyard::StepCharts</name>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>samples per second</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>images per second</source>
        <translation>图像/秒</translation>
    </message>
    <message>
        <source>words per second</source>
        <translation>词/秒</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>percent</source>
        <translation>百分比</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>No loss found in the log yet</source>
        <translation>日志中还没有找到损失</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>%1, by step</source>
        <translation>%1，按步</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1，已平滑</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无数值</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>lowest %1 at step %2</source>
        <translation>最低 %1，在第 %2 步</translation>
    </message>
    <message>
        <source>event file</source>
        <translation>事件文件</translation>
    </message>
    <message>
        <source>earlier attempts</source>
        <translation>之前的尝试</translation>
    </message>
    <message>
        <source>No value above 0 in this range</source>
        <translation>此范围内没有大于 0 的值</translation>
    </message>
    <message>
        <source>No value in this range</source>
        <translation>此范围内没有值</translation>
    </message>
    <message>
        <source>%1, earlier attempts</source>
        <translation>%1，之前的尝试</translation>
    </message>
    <message>
        <source>Model FLOPs utilization</source>
        <translation>模型算力利用率</translation>
    </message>
    <message>
        <source>No values yet</source>
        <translation>还没有数值</translation>
    </message>
</context>
<context>
    <name>trainyard::StopQuestion</name>
    <message>
        <source>Stop %1?</source>
        <translation>停止 %1？</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Asks the run on %1 to end and kills it after its grace period. This task saves no checkpoints, so its progress is lost.</source>
        <translation>将请求 %1 上的运行结束，宽限期后强制终止。该任务不保存检查点，因此进度会丢失。</translation>
    </message>
    <message>
        <source>Asks the run on %1 to save and end, and kills it after its grace period.</source>
        <translation>将请求 %1 上的运行保存并结束，宽限期后强制终止。</translation>
    </message>
    <message>
        <source>No complete checkpoint is known yet: if none is saved now, the run has to start over.</source>
        <translation>目前没有已知的完整检查点：如果现在没有保存，就只能从头开始。</translation>
    </message>
    <message>
        <source>The latest good checkpoint is at step %1.</source>
        <translation>最新的可用检查点在第 %1 步。</translation>
    </message>
    <message>
        <source>If none is saved now, resuming repeats %1 steps.</source>
        <translation>如果现在没有保存，续跑时要重复 %1 步。</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
</context>
<context>
    <name>trainyard::StoreCommands</name>
    <message>
        <source>Access key: </source>
        <translation>访问密钥：</translation>
    </message>
    <message>
        <source>Added “%1”.</source>
        <translation>已添加“%1”。</translation>
    </message>
    <message>
        <source>Encryption: on (%1).</source>
        <translation>加密：已启用（%1）。</translation>
    </message>
    <message>
        <source>Public access: closed.</source>
        <translation>公开访问：已关闭。</translation>
    </message>
    <message>
        <source>Versions: not kept.</source>
        <translation>版本：不保留。</translation>
    </message>
    <message>
        <source>Name one store.</source>
        <translation>请指明一个存储。</translation>
    </message>
    <message>
        <source>Keys are given on two lines: the access key, then its secret. A third line may hold a session token.</source>
        <translation>密钥为两行：访问密钥，然后是其保密部分；第三行为会话令牌。</translation>
    </message>
    <message>
        <source>The environment variables %1 and %2 are not set.</source>
        <translation>环境变量中没有 %1 和 %2。</translation>
    </message>
    <message>
        <source>The key file %1 cannot be read.</source>
        <translation>无法读取密钥文件 %1。</translation>
    </message>
    <message>
        <source>Storage account name: </source>
        <translation>存储账户名称：</translation>
    </message>
    <message>
        <source>Account key: </source>
        <translation>账户密钥：</translation>
    </message>
    <message>
        <source>Secret access key: </source>
        <translation>访问密钥的保密部分：</translation>
    </message>
    <message>
        <source>There is no terminal to ask for the key. Use --from-environment, or --keys FILE with one value per line (- reads standard input).</source>
        <translation>没有可供询问密钥的终端：请用 --from-environment 提供，或用 --keys FILE 按行提供（- 读取标准输入）。</translation>
    </message>
    <message>
        <source>Name the store and its address, for example s3://bucket.</source>
        <translation>请指明存储的名称及其地址，例如 s3://bucket。</translation>
    </message>
    <message>
        <source>A store is a whole bucket: leave out everything after the bucket name.</source>
        <translation>一个存储对应整个存储桶：请去掉其名称之后的部分。</translation>
    </message>
    <message>
        <source>Warning: the key and all data are sent to %1 unencrypted.</source>
        <translation>警告：密钥和所有数据将以未加密方式发送到 %1。</translation>
    </message>
    <message>
        <source>Added “%1”. The connection works.</source>
        <translation>已添加“%1”：连接正常。</translation>
    </message>
    <message>
        <source>This command takes no arguments.</source>
        <translation>此命令不接受任何参数。</translation>
    </message>
    <message>
        <source>No store is set up. Add one with `yard store add NAME s3://BUCKET`.</source>
        <translation>尚未设置任何存储：可用 `yard store add NAME s3://BUCKET` 添加。</translation>
    </message>
    <message>
        <source>Name one address, for example s3://bucket/folder/.</source>
        <translation>请指明一个地址，例如 s3://bucket/folder/。</translation>
    </message>
    <message>
        <source>“%1” is reachable and accepts the key.</source>
        <translation>“%1”可以连接，且接受该密钥。</translation>
    </message>
    <message>
        <source>Encryption: off. Objects are stored unencrypted.</source>
        <translation>加密：未启用。对象以未加密形式存放。</translation>
    </message>
    <message>
        <source>Encryption: not reported by the store.</source>
        <translation>加密：存储未提供。</translation>
    </message>
    <message>
        <source>Public access: OPEN. Anyone can read this bucket: close it at the provider.</source>
        <translation>公开访问：已开放。任何人都能读取此存储桶：请在服务商处关闭。</translation>
    </message>
    <message>
        <source>Public access: the public cannot list it; other permissions are not reported by the store.</source>
        <translation>公开访问：公众无法列出其内容；其他权限存储未提供。</translation>
    </message>
    <message>
        <source>Public access: not reported by the store.</source>
        <translation>公开访问：存储未提供。</translation>
    </message>
    <message>
        <source>Versions: kept. Removed or replaced objects still take up space.</source>
        <translation>版本：保留。被删除或替换的内容仍占用空间。</translation>
    </message>
    <message>
        <source>Versions: not reported by the store.</source>
        <translation>版本：存储未提供。</translation>
    </message>
    <message>
        <source>Incomplete uploads: none.</source>
        <translation>未完成的上传：无。</translation>
    </message>
    <message numerus="yes">
        <source>Incomplete uploads: %n aborted, and their parts deleted.</source>
        <translation>
            <numerusform>未完成的上传：已中止 %n 个，其分片已删除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Incomplete uploads: %n. Their parts cost space; --abort-uploads aborts them.</source>
        <translation>
            <numerusform>未完成的上传：%n 个。其分片占用空间；--abort-uploads 可中止它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Sets up a bucket of an object store: s3://bucket or az://container. You are asked for the key on the terminal.</source>
        <translation>设置对象存储的一个存储桶：s3://bucket 或 az://container。密钥在终端上询问。</translation>
    </message>
    <message>
        <source>Lists all stores.</source>
        <translation>列出已设置的存储。</translation>
    </message>
    <message>
        <source>Lists the objects below an address.</source>
        <translation>列出存储中某个地址之下的内容。</translation>
    </message>
    <message>
        <source>Checks whether a store is reachable, encrypts, is closed to the public, and has incomplete uploads.</source>
        <translation>说明存储是否有应答、是否加密、是否不对公众开放，以及是否有从未结束的上传。</translation>
    </message>
    <message>
        <source>Removes a store and its key from Trainyard. The bucket is not changed.</source>
        <translation>移除一个存储及其密钥。其中的内容保持不变。</translation>
    </message>
</context>
<context>
    <name>trainyard::StoreDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Access key</source>
        <translation>访问密钥 ID</translation>
    </message>
    <message>
        <source>Secret key</source>
        <translation>私有密钥</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Add the store</source>
        <translation>添加存储</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Set up a store</source>
        <translation>设置存储</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>云厂商</translation>
    </message>
    <message>
        <source>Encrypted.</source>
        <translation>已加密。</translation>
    </message>
    <message>
        <source>Encrypted (%1).</source>
        <translation>已加密（%1）。</translation>
    </message>
    <message>
        <source>Allow http:// without encryption: I trust this network</source>
        <translation>允许未加密的 http://：我信任该网络</translation>
    </message>
    <message>
        <source>Keys and data would travel unencrypted: use https://, or allow http:// below.</source>
        <translation>密钥和数据会以未加密方式传输：请改用 https://，或在下方允许 http://。</translation>
    </message>
    <message>
        <source>A key is required.</source>
        <translation>必须提供密钥。</translation>
    </message>
    <message>
        <source>Stored in a file that only you can read.</source>
        <translation>保存在只有你能读的文件里。</translation>
    </message>
    <message>
        <source>Bucket and access</source>
        <translation>存储桶与访问方式</translation>
    </message>
    <message>
        <source>The address of the service: every provider has its own.</source>
        <translation>服务地址：每家都不同。</translation>
    </message>
    <message>
        <source>Leave empty to use the provider&apos;s usual one.</source>
        <translation>留空：使用该厂商的常用地址。</translation>
    </message>
    <message>
        <source>A store is a whole bucket: remove what follows its name.</source>
        <translation>存储指整个存储桶：请去掉桶名后面的部分。</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请填写名称。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Connected; the key is valid.</source>
        <translation>能连上，密钥有效。</translation>
    </message>
    <message>
        <source>Not encrypted: data is stored as is.</source>
        <translation>未加密：内容原样存放。</translation>
    </message>
    <message>
        <source>Unknown whether it is encrypted.</source>
        <translation>没有说明是否加密。</translation>
    </message>
    <message>
        <source>Public: anyone can read from it. Make it private at the provider.</source>
        <translation>对公众开放：任何人都能读取。请在云厂商处改为私有。</translation>
    </message>
    <message>
        <source>Not public.</source>
        <translation>不对公众开放。</translation>
    </message>
    <message>
        <source>The public cannot list it; other public permissions are unknown.</source>
        <translation>公众不能列出内容；其他公开权限未知。</translation>
    </message>
    <message>
        <source>Unknown whether it is public.</source>
        <translation>没有说明是否对公众开放。</translation>
    </message>
    <message>
        <source>Versioning is on: deleted or replaced objects still take up space.</source>
        <translation>已启用版本控制：删除或替换的对象仍占空间。</translation>
    </message>
</context>
<context>
    <name>trainyard::Task</name>
    <message>
        <source>&apos;%1&apos; is not on this computer: name a local folder.</source>
        <translation>本机上没有“%1”：请写本地文件夹。</translation>
    </message>
    <message>
        <source>&apos;run&apos; is empty: write the command that trains.</source>
        <translation>run 是空的：请写训练命令。</translation>
    </message>
    <message>
        <source>the task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>&apos;run&apos; is missing: write the command that trains.</source>
        <translation>缺少 run：请写训练命令。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text: save it as UTF-8.</source>
        <translation>文件不是 UTF-8 文本：请保存为 UTF-8。</translation>
    </message>
    <message>
        <source>This is not valid YAML (%1): check the indentation, colons and quotes here.</source>
        <translation>这不是有效的 YAML（%1）：请检查这里的缩进、冒号和引号。</translation>
    </message>
    <message>
        <source>The file could not be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>&apos;accelerators&apos; is a model and a whole number, like H100:8 or {H100: 8}.</source>
        <translation>accelerators 由型号和整数组成，例如 H100:8 或 {H100: 8}。</translation>
    </message>
    <message>
        <source>An image per region is not possible: write one, like docker:ubuntu:24.04.</source>
        <translation>不能按地区写镜像：请只写一个，例如 docker:ubuntu:24.04。</translation>
    </message>
    <message>
        <source>Only container images can be used: write docker:%1.</source>
        <translation>只能用容器镜像：请写成 docker:%1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a number, with &apos;+&apos; for at least, like 4 or 4+.</source>
        <translation>“%1”应为数字，加 + 表示至少，例如 4 或 4+。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is set by Trainyard itself: choose another name.</source>
        <translation>“%1”由 Trainyard 设置：请换一个名称。</translation>
    </message>
    <message>
        <source>&apos;hours&apos; must be a number above 0, like 12 or 0.5.</source>
        <translation>hours 必须是大于 0 的数字，例如 12 或 0.5。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be one text value: write it on one line, or after &apos;|&apos;.</source>
        <translation>“%1”必须是一段文本：请写在一行，或者写在 | 之后。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; contains a NUL character, which no command can carry: remove it.</source>
        <translation>“%1”含有命令无法携带的 NUL 字符：请删除。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a whole number from %2 to %3.</source>
        <translation>“%1”必须是 %2 到 %3 的整数。</translation>
    </message>
    <message>
        <source>A key in &apos;%1&apos; must be one word or text.</source>
        <translation>“%1”里的键必须是一个词或一段文本。</translation>
    </message>
    <message>
        <source>Unknown key &apos;%1&apos;. Remove it or check its spelling.</source>
        <translation>不认识的键“%1”。请删除，或者检查拼写。</translation>
    </message>
    <message>
        <source>Unknown key &apos;%1&apos;. Did you mean &apos;%2&apos;?</source>
        <translation>不认识的键“%1”。是不是“%2”？</translation>
    </message>
    <message>
        <source>Lists and maps are nested too deeply here: a task needs three levels.</source>
        <translation>这里的列表和映射嵌套过深：任务文件只需要三层。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a time with its unit from %2 to %3, like 90m or 12h.</source>
        <translation>“%1”必须是带单位的时间，从 %2 到 %3，例如 90m 或 12h。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be an amount above 0 and its currency, like 40 USD.</source>
        <translation>“%1”必须是大于 0 的金额及其货币，例如 40 USD。</translation>
    </message>
    <message>
        <source>&apos;shutdown&apos; is empty: write the command that switches the machine off.</source>
        <translation>“shutdown”为空：请写出关闭机器的命令。</translation>
    </message>
    <message>
        <source>&apos;budget&apos; and &apos;price&apos; must be in the same currency.</source>
        <translation>“budget”和“price”的货币必须相同。</translation>
    </message>
    <message>
        <source>&apos;spot&apos; must be auto or off.</source>
        <translation>“spot”必须是 auto 或 off。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a time with its unit from %2 to %3, or off.</source>
        <translation>“%1”必须是 %2 到 %3 之间带单位的时间，或 off。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a number from %2 to %3, or off.</source>
        <translation>“%1”必须是 %2 到 %3 之间的数字，或 off。</translation>
    </message>
    <message>
        <source>&apos;for&apos; must be a time with its unit from %1 to %2, like 90m or 12h.</source>
        <translation>“for”必须是 %1 到 %2 之间带单位的时间，如 90m 或 12h。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be on or off.</source>
        <translation>“%1”必须是 on 或 off。</translation>
    </message>
    <message>
        <source>&apos;notify&apos; is a list of desktop, command and webhook, or off.</source>
        <translation>“notify”是 desktop、command 和 webhook 的列表，或 off。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a valid engine: use auto, docker, podman or process.</source>
        <translation>“%1”不是引擎：请用 auto、docker、podman 或 process。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be a list of resources.</source>
        <translation>&apos;%1&apos; 必须是资源列表。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has more than %2 kinds of accelerators: keep those that you have.</source>
        <translation>&apos;%1&apos; 中的加速器超过 %2 种：请只保留你有的。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a valid image name: it looks like docker:registry/name:tag.</source>
        <translation>“%1”不是镜像名：应形如 docker:registry/name:tag。</translation>
    </message>
    <message>
        <source>&apos;&lt;&lt;&apos; takes a map or a list of maps, like &lt;&lt;: *defaults.</source>
        <translation>&apos;&lt;&lt;&apos; 后面必须是映射或映射列表，例如 &lt;&lt;: *defaults。</translation>
    </message>
    <message>
        <source>In &apos;%1&apos;, only &apos;accelerators&apos; has an effect so far.</source>
        <translation>&apos;%1&apos; 中目前只有 &apos;accelerators&apos; 有效。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no effect so far.</source>
        <translation>“%1”暂不起作用。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a valid variable name: use letters, digits and &apos;_&apos;, and do not start with a digit.</source>
        <translation>“%1”不能作为变量名：只用字母、数字和 _，且不以数字开头。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; appears in both &apos;envs&apos; and &apos;secrets&apos;: remove one of the two.</source>
        <translation>“%1”同时出现在 envs 和 secrets 里：请删去一个。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must contain &apos;key: value&apos; lines.</source>
        <translation>“%1”应由“键: 值”组成。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; appears twice: remove one of the two.</source>
        <translation>“%1”出现了两次：请删去一个。</translation>
    </message>
    <message>
        <source>The launcher %1 is not supported yet: write the %1 line in &apos;run&apos;, and &apos;launcher: none&apos;.</source>
        <translation>暂不代为启动 %1：请把 %1 命令写进 run，并设 launcher: none。</translation>
    </message>
    <message>
        <source>A task file contains &apos;key: value&apos; lines; it needs at least &apos;run: COMMAND&apos;.</source>
        <translation>任务文件由“键: 值”组成，至少要有“run: 命令”。</translation>
    </message>
    <message>
        <source>Only one machine per run is supported so far: set &apos;num_nodes: 1&apos;.</source>
        <translation>一个运行暂时只能用一台机器：请设 num_nodes: 1。</translation>
    </message>
    <message>
        <source>The file is larger than 1 MiB: a task file contains commands, not data.</source>
        <translation>文件超过 1 MiB：任务文件写命令，不放数据。</translation>
    </message>
    <message>
        <source>YAML cannot be indented with tabs: use spaces.</source>
        <translation>YAML 不能用制表符缩进：请用空格。</translation>
    </message>
    <message>
        <source>The task file has an error in line %1: correct it there first.</source>
        <translation>任务文件第 %1 行有错误：请先在那里改正。</translation>
    </message>
    <message>
        <source>The task file has an error: correct it there first.</source>
        <translation>任务文件有错误：请先在文件中改正。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must be true or false.</source>
        <translation>“%1”必须是 true 或 false。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be mounted: name a folder of the machine by its absolute path or one in the home, like /srv/data or ~/data, without &apos;..&apos;, commas and double quotes.</source>
        <translation>“%1”无法挂载：请用绝对路径或主目录下的路径指明机器上的文件夹，例如 /srv/data 或 ~/data，其中不能有“..”、逗号和双引号。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is mounted twice: remove one of the two.</source>
        <translation>“%1”被挂载了两次：请删除其中一个。</translation>
    </message>
    <message>
        <source>&apos;file_mounts&apos; copies to &apos;%1&apos;, which is mounted from the machine: choose another path for one of the two.</source>
        <translation>file_mounts 要复制到“%1”，而那里挂载了机器上的文件夹：请为其中一个换一个路径。</translation>
    </message>
    <message>
        <source>The checkpoints are in &apos;%1&apos;, which is mounted from the machine: Trainyard keeps them in a folder of their own, so choose another &apos;dir&apos;.</source>
        <translation>检查点位于“%1”，而那里挂载了机器上的文件夹：Trainyard 会把检查点放在专用的文件夹中，请换一个 dir。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a path to mount at: it must be absolute, like /data, without &apos;..&apos;, commas and double quotes, and not below /trainyard.</source>
        <translation>“%1”不能作为挂载位置：它必须是绝对路径，例如 /data，不能有“..”、逗号和双引号，也不能在 /trainyard 之下。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs &apos;source&apos;: the folder on the machine.</source>
        <translation>“%1”需要 source：机器上的文件夹。</translation>
    </message>
    <message>
        <source>&apos;shm&apos; is a size from 1MB to 64TB with its unit, like 16GB, or host: the machine&apos;s own.</source>
        <translation>shm 是 1MB 到 64TB 之间带单位的大小，例如 16GB；或者 host：使用机器自己的。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a valid network: use host, bridge or none.</source>
        <translation>“%1”不是有效的网络：请用 host、bridge 或 none。</translation>
    </message>
    <message>
        <source>&apos;user&apos; is root, or host for your own user on the machine: no other user may read and write the files of your run.</source>
        <translation>user 是 root，或者 host（你在机器上的用户）：其他用户无权读写运行的文件。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a valid launcher: use none, torchrun, accelerate or deepspeed.</source>
        <translation>“%1”不是有效的启动器：请用 none、torchrun、accelerate 或 deepspeed。</translation>
    </message>
    <message>
        <source>&apos;launcher&apos; needs exactly one line in &apos;run&apos; that starts Python, like &apos;python train.py&apos;: write the %1 line there, and &apos;launcher: none&apos;.</source>
        <translation>launcher 要求 run 中正好有一行启动 Python，例如 python train.py：请在那里直接写 %1 的命令，并设为 launcher: none。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a port: write 8888, 8000-8010, 8080:80 (machine, run) or 0.0.0.0:8080:80.</source>
        <translation>“%1”不是端口：请写 8888、8000-8010、8080:80（机器、运行）或 0.0.0.0:8080:80。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is already in &apos;ports&apos;: remove one of the two.</source>
        <translation>“%1”已在 ports 中：请删除其中一个。</translation>
    </message>
    <message>
        <source>&apos;ports&apos; takes at most %1 entries: write neighbours as a range, like 8000-8010.</source>
        <translation>ports 最多 %1 项：请把相邻的端口写成范围，例如 8000-8010。</translation>
    </message>
    <message>
        <source>&apos;ports&apos; needs a network: set &apos;network: bridge&apos;, or leave &apos;network&apos; out.</source>
        <translation>ports 需要网络：请设为 network: bridge，或者不写 network。</translation>
    </message>
    <message>
        <source>&apos;ports&apos; has no effect with &apos;network: host&apos;: there, programs open the machine&apos;s own ports.</source>
        <translation>在 network: host 下，ports 不起作用：程序会直接打开机器的端口。</translation>
    </message>
    <message>
        <source>&apos;ports&apos; belongs in &apos;resources&apos;: move it there.</source>
        <translation>ports 应写在 resources 中：请移到那里。</translation>
    </message>
    <message>
        <source>&apos;volumes&apos; is not supported yet: use &apos;mounts&apos; for folders of the machine, &apos;file_mounts&apos; for files of this computer, or download the data in &apos;setup&apos;.</source>
        <translation>暂不支持 volumes：机器上的文件夹请用 mounts，这台电脑上的文件请用 file_mounts，或者在 setup 里下载数据。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a name in the keyring: use 1 to 64 letters, digits and . _ - @ /.</source>
        <translation>“%1”不能作为密钥环中的名称：请用 1 到 64 个字母、数字和 . _ - @ /。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs &apos;keyring&apos;: the name of the secret there, as in {keyring: %1}.</source>
        <translation>“%1”需要 keyring：密钥在密钥环中的名称，例如 {keyring: %1}。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not belong here: write it at the beginning of a line.</source>
        <translation>“%1”不属于这里：请写在行首。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not belong here: write it in &apos;%2&apos;.</source>
        <translation>“%1”不属于这里：请写到“%2”中。</translation>
    </message>
    <message>
        <source>The secret &apos;%1&apos; is readable in this file: leave its value out and set the variable where you launch.</source>
        <translation>密钥变量“%1”的值明文写在文件里：请去掉它，改在启动的环境里设置。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a path on the machine.</source>
        <translation>“%1”不是机器上的路径。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not on this computer: name a local file or folder, or fetch it in &apos;setup&apos;.</source>
        <translation>本机上没有“%1”：请写本地文件或文件夹，或者在 setup 里取。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a local file or folder.</source>
        <translation>“%1”不是本地文件或文件夹。</translation>
    </message>
    <message>
        <source>&apos;by&apos; must be the name of a stored value, like eval_accuracy.</source>
        <translation>“by”必须是已保存的数值名称，例如 eval_accuracy。</translation>
    </message>
    <message>
        <source>&apos;better&apos; must be lower or higher.</source>
        <translation>“better”必须是 lower 或 higher。</translation>
    </message>
    <message>
        <source>&apos;keep&apos; needs &apos;better&apos; with &apos;by&apos;: lower or higher.</source>
        <translation>“keep”里写了“by”就要写“better”：lower 或 higher。</translation>
    </message>
    <message>
        <source>&apos;by&apos; and &apos;better&apos; have no effect without &apos;best&apos;.</source>
        <translation>没有“best”时，“by”和“better”不起作用。</translation>
    </message>
    <message>
        <source>&apos;dir&apos; must be an absolute path of a folder without &apos;..&apos;, like /checkpoints.</source>
        <translation>dir 必须是文件夹的绝对路径，不含“..”，例如 /checkpoints。</translation>
    </message>
    <message>
        <source>&apos;pattern&apos; is for names, like step-*.pt: leave folders out.</source>
        <translation>pattern 只匹配文件名，例如 step-*.pt：请去掉文件夹。</translation>
    </message>
    <message>
        <source>&apos;resume&apos; must be one line, like --resume {path}.</source>
        <translation>resume 只能写一行，例如 --resume {path}。</translation>
    </message>
    <message>
        <source>&apos;manifests&apos; must be auto, off or all.</source>
        <translation>“manifests”必须是 auto、off 或 all。</translation>
    </message>
    <message>
        <source>&apos;signal&apos; must be HUP, USR1 or USR2: the one that makes the run save and go on.</source>
        <translation>&apos;signal&apos; 必须是 HUP、USR1 或 USR2：即让运行保存并继续的信号。</translation>
    </message>
    <message>
        <source>&apos;checkpoints&apos; needs &apos;dir&apos;: the folder where the run saves them.</source>
        <translation>checkpoints 需要 dir：运行写入检查点的文件夹。</translation>
    </message>
    <message>
        <source>&apos;tensorboard&apos; takes absolute paths of folders without &apos;..&apos;, like /logs: what is below &apos;workdir&apos; and &apos;checkpoints&apos; is found without it.</source>
        <translation>tensorboard 必须是文件夹的绝对路径，不含“..”，例如 /logs；workdir 和 checkpoints 之下的文件不写也能找到。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is already in &apos;tensorboard&apos;: remove one of the two.</source>
        <translation>tensorboard 里已经有“%1”：删掉其中一个。</translation>
    </message>
    <message>
        <source>&apos;tensorboard&apos; takes at most %1 folders: name one above them.</source>
        <translation>tensorboard 最多写 %1 个文件夹：写它们的上级文件夹。</translation>
    </message>
    <message>
        <source>&apos;gpus&apos; takes numbers or UUIDs as nvidia-smi -L shows them, like [0, 3]; a MIG device is &quot;0:1&quot;.</source>
        <translation>“gpus”是 nvidia-smi -L 所显示的编号或 UUID，例如 [0, 3]；MIG 设备写作 &quot;0:1&quot;。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is already in &apos;gpus&apos;: remove one of the two.</source>
        <translation>“%1”已经在“gpus”中：请删去其中一个。</translation>
    </message>
    <message>
        <source>&apos;gpus&apos; takes at most %1 GPUs.</source>
        <translation>“gpus”最多可以有 %1 个 GPU。</translation>
    </message>
    <message>
        <source>Both &apos;gpus&apos; and the variable %1 choose GPUs: remove one of the two.</source>
        <translation>“gpus”和变量 %1 都选择了 GPU：请删去其中一个。</translation>
    </message>
    <message>
        <source>The address of the repository contains a user or a password: remove it. Git asks its credential helper on this computer, or use an address with SSH.</source>
        <translation>仓库地址中含有用户名或密码：请将其删除。Git 会使用本机的凭据助手，也可以改用 SSH 地址。</translation>
    </message>
    <message>
        <source>A repository as &apos;workdir&apos; has an address like https://host/name.git or git@host:name.git.</source>
        <translation>作为“workdir”的仓库，其地址形如 https://host/name.git 或 git@host:name.git。</translation>
    </message>
    <message>
        <source>&apos;ref&apos; is a branch, a tag or a commit of the repository.</source>
        <translation>“ref”应为该仓库的分支、标签或提交。</translation>
    </message>
    <message>
        <source>Only $NAME and ${NAME} are filled in here, not &apos;%1&apos;: use a variable from &apos;envs&apos;. &apos;$$&apos; is a dollar sign.</source>
        <translation>此处只替换 $NAME 和 ${NAME}，不支持“%1”：请使用“envs”中的变量。“$$”表示一个美元符号。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a secret, which cannot be part of a name or path: use a variable from &apos;envs&apos; whose name does not suggest a secret.</source>
        <translation>“%1”是机密，不能作为名称或路径的一部分：请使用“envs”中名称不像机密的变量。</translation>
    </message>
    <message>
        <source>&apos;HOME&apos; is not in &apos;envs&apos;: write ~ for the home, or add it there.</source>
        <translation>“envs”中没有“HOME”：主目录请写 ~，或在其中添加该变量。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not in &apos;envs&apos;: add it there. &apos;$$&apos; is a dollar sign.</source>
        <translation>“envs”中没有“%1”：请在其中添加。“$$”表示一个美元符号。</translation>
    </message>
    <message>
        <source>A part of a GPU is a whole one here: nothing divides it between runs.</source>
        <translation>此处 GPU 的一部分按整块 GPU 计算：没有机制在多个运行之间分割它。</translation>
    </message>
    <message>
        <source>A machine image has no effect, because the machine is there already: what the task needs of it must be installed there. For a container, write docker:IMAGE.</source>
        <translation>机器映像不起作用，因为机器已经存在：任务所需的内容必须已安装在机器上。如需容器，请写 docker:IMAGE。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no effect here: log in to the registry on the machine once, with docker login or podman login, and remove the variable.</source>
        <translation>“%1”在此不起作用：请在机器上用 docker login 或 podman login 登录一次镜像仓库，并删除该变量。</translation>
    </message>
    <message>
        <source>SkyPilot&apos;s name for it is &apos;any_of&apos;: use that.</source>
        <translation>它在 SkyPilot 中名为“any_of”：请使用该名称。</translation>
    </message>
    <message>
        <source>&apos;autostop&apos; has no effect: the machine stays, and costs. &apos;limits.idle&apos; ends an idle run, and &apos;limits.shutdown&apos; the machine after it.</source>
        <translation>“autostop”不起作用：机器会继续运行并计费。“limits.idle”可结束空闲的运行，“limits.shutdown”可在其后关闭机器。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no effect: a run whose machine is taken away does not come back by itself. Resume it from its last checkpoint.</source>
        <translation>“%1”不起作用：机器被收回后，运行不会自行恢复。请从最后一个检查点续跑。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no place below the home: write ~/NAME, or a path from /.</source>
        <translation>“%1”不是主目录下的位置：请写 ~/NAME，或以 / 开头的路径。</translation>
    </message>
    <message>
        <source>&apos;mode&apos; is MOUNT, COPY or MOUNT_CACHED.</source>
        <translation>“mode”应为 MOUNT、COPY 或 MOUNT_CACHED。</translation>
    </message>
    <message>
        <source>~/sky_templates is only on SkyPilot&apos;s machines: start Ray here with its own command.</source>
        <translation>~/sky_templates 只存在于 SkyPilot 的机器上：请在此用 Ray 自己的命令启动它。</translation>
    </message>
    <message>
        <source>The file is a pipeline of several tasks, and one launch starts one task: give each its own file, and launch the next when the one before has finished.</source>
        <translation>该文件是由多个任务组成的流水线，而一次启动只运行一个任务：请将每个任务放入各自的文件，前一个完成后再启动下一个。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; and another target in &apos;file_mounts&apos; are the same place: %2.</source>
        <translation>“file_mounts”中的“%1”与另一个目标是同一位置：%2。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no value in &apos;envs&apos;: add it there.</source>
        <translation>“%1”在“envs”中没有值：请在其中添加。</translation>
    </message>
    <message>
        <source>&apos;workdir: %1&apos; names no folder: its variables are empty.</source>
        <translation>“workdir: %1”未指明文件夹：其中的变量为空。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has another address here: add the bucket with &apos;yard store add&apos;, and write s3://BUCKET/KEY, or az://CONTAINER/KEY for Azure.</source>
        <translation>“%1”在此使用另一种地址：请用“yard store add”添加该存储桶，并写 s3://BUCKET/KEY，Azure 则写 az://CONTAINER/KEY。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is to be mounted from the object store &apos;%2&apos; (%3), which is not possible yet: use &apos;mode: COPY&apos;, or mount it in &apos;setup&apos;.</source>
        <translation>“%1”需挂载对象存储“%2”（%3），目前尚不支持：请使用“mode: COPY”，或在“setup”中挂载。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is to be copied from the object store &apos;%2&apos;: write its address, like &apos;source: s3://BUCKET/KEY&apos;.</source>
        <translation>“%1”需从对象存储“%2”复制：请写明其地址，例如“source: s3://BUCKET/KEY”。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; and &apos;%2&apos; publish the same port of the machine: remove it from one of the two.</source>
        <translation>“%1”和“%2”发布了机器的同一个端口：请从其中一个删除它。</translation>
    </message>
    <message>
        <source>The alternatives share one container image: write &apos;image_id&apos; next to &apos;%1&apos;.</source>
        <translation>各备选项共用一个容器镜像：请把“image_id”写在“%1”旁边。</translation>
    </message>
    <message>
        <source>The alternatives share it: write &apos;%1&apos; next to &apos;%2&apos;.</source>
        <translation>各备选项共用它：请把“%1”写在“%2”旁边。</translation>
    </message>
    <message>
        <source>&apos;any_of&apos; and &apos;ordered&apos; exclude each other: remove one of the two.</source>
        <translation>“any_of”和“ordered”互斥：请删除其中一个。</translation>
    </message>
    <message>
        <source>SKYPILOT_%1 has no value here: a run has one machine and no cluster. Write the value, or add a variable of another name to &apos;envs&apos;.</source>
        <translation>SKYPILOT_%1 在这里没有值：运行只有一台机器，没有集群。请直接写值，或在“envs”中添加另一个名称的变量。</translation>
    </message>
    <message>
        <source>&apos;run_options&apos; of docker are not read: write &apos;resources.shm&apos;, &apos;resources.ports&apos;, &apos;mounts&apos;, &apos;network&apos; or &apos;user&apos;, and remove them.</source>
        <translation>不读取 docker 的“run_options”：请写“resources.shm”、“resources.ports”、“mounts”、“network”或“user”，并删除它们。</translation>
    </message>
    <message>
        <source>Tags of YAML, like %1, are not read: write the value without it.</source>
        <translation>不读取 YAML 标签（例如 %1）：请写不带标签的值。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskChanges</name>
    <message>
        <source>Changes to the task</source>
        <translation>任务的更改</translation>
    </message>
    <message>
        <source>Changes from %1</source>
        <translation>与 %1 相比的更改</translation>
    </message>
    <message>
        <source>No changes yet: edit the task on the left.</source>
        <translation>尚无更改：请在左侧编辑任务。</translation>
    </message>
    <message>
        <source>%1, %2.</source>
        <translation>%1，%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) added</source>
        <translation>
            <numerusform>新增 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>删除 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>trainyard::TaskCommands</name>
    <message>
        <source>Name one task file.</source>
        <translation>请指定一个任务文件。</translation>
    </message>
    <message>
        <source>note: </source>
        <translation>提示：</translation>
    </message>
    <message>
        <source>%1 is valid.</source>
        <translation>%1 没有问题。</translation>
    </message>
    <message>
        <source>Checks a task file and reports errors.</source>
        <translation>检查任务文件并报告错误。</translation>
    </message>
    <message>
        <source>Name one file with a command or script, or - .</source>
        <translation>请指定一个包含命令或脚本的文件，或使用 -。</translation>
    </message>
    <message>
        <source>Makes a task file from a docker run command, an sbatch script or a dstack file.</source>
        <translation>根据 docker run 命令、sbatch 脚本或 dstack 文件生成任务文件。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskCompleter</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a word, and what it is</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskCompletion</name>
    <message>
        <source>A section with folder, names, resume argument and how many are kept.</source>
        <translation>包含文件夹、名称、恢复参数和保留数量的一节。</translation>
    </message>
    <message>
        <source>A section that ends the run after some hours, when a budget is used up or when its GPUs are idle.</source>
        <translation>在若干小时后、预算用完或 GPU 空闲时结束运行的一节。</translation>
    </message>
    <message>
        <source>A section with alerts for temperature, missing progress and a full disk.</source>
        <translation>包含温度、无进展和磁盘写满告警的一节。</translation>
    </message>
    <message>
        <source>One process for each GPU of the machine, with the arguments to resume.</source>
        <translation>机器的每个 GPU 一个进程，并带上恢复参数。</translation>
    </message>
    <message>
        <source>What checkpoints.resume adds to the command; empty for a new run.</source>
        <translation>checkpoints.resume 添加到命令中的内容；新运行时为空。</translation>
    </message>
    <message>
        <source>The checkpoint to resume from; empty for a new run.</source>
        <translation>要从中恢复的检查点；新运行时为空。</translation>
    </message>
    <message>
        <source>The folder for checkpoints, as the run sees it.</source>
        <translation>检查点文件夹，按运行中看到的路径。</translation>
    </message>
    <message>
        <source>The name of this attempt.</source>
        <translation>此次尝试的名称。</translation>
    </message>
    <message>
        <source>The number of this attempt, from 1.</source>
        <translation>此次尝试的编号，从 1 开始。</translation>
    </message>
    <message>
        <source>The number of GPUs that the task asks for.</source>
        <translation>任务要求的 GPU 数量。</translation>
    </message>
    <message>
        <source>The number of machines.</source>
        <translation>机器数量。</translation>
    </message>
    <message>
        <source>The number of this machine, from 0.</source>
        <translation>此机器的编号，从 0 开始。</translation>
    </message>
    <message>
        <source>The addresses of the machines, one a line.</source>
        <translation>各机器的地址，每行一个。</translation>
    </message>
    <message>
        <source>The path of the checkpoint, as the run sees it.</source>
        <translation>检查点的路径，按运行中看到的。</translation>
    </message>
    <message>
        <source>The folder that the checkpoint is in.</source>
        <translation>检查点所在的文件夹。</translation>
    </message>
    <message>
        <source>The name of the checkpoint in its folder.</source>
        <translation>检查点在其文件夹中的名称。</translation>
    </message>
    <message>
        <source>The step of the checkpoint.</source>
        <translation>检查点的步数。</translation>
    </message>
    <message>
        <source>This is the default.</source>
        <translation>这是默认值。</translation>
    </message>
    <message>
        <source>A variable of this task.</source>
        <translation>此任务的变量。</translation>
    </message>
    <message>
        <source>A secret of this task.</source>
        <translation>此任务的机密。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between words</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskEditor</name>
    <message>
        <source>Task file</source>
        <translation>任务文件</translation>
    </message>
    <message>
        <source>Value: %1</source>
        <translation>值：%1</translation>
    </message>
    <message>
        <source>Or: %1</source>
        <comment>words that a value may be</comment>
        <translation>或：%1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>示例：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskEditorPane</name>
    <message>
        <source>Find in the task file</source>
        <translation>在任务文件中查找</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Not found.</source>
        <translation>未找到。</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
    <message>
        <source>.</source>
        <comment>ends a sentence</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 completes, %2 explains. Tab leaves the editor; %3 makes it indent again.</source>
        <translation>%1 补全，%2 解释。Tab 会离开编辑器；按 %3 恢复缩进。</translation>
    </message>
    <message>
        <source>%1 completes, %2 explains. Tab indents; Esc, then Tab leaves the editor.</source>
        <translation>%1 补全，%2 解释。Tab 缩进；先按 Esc 再按 Tab 可离开编辑器。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskFields</name>
    <message>
        <source>%1 is there twice. Remove one of the two.</source>
        <translation>%1 出现了两次。请移除其中一个。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskFiles</name>
    <message>
        <source>The folder %1 does not exist. Correct workdir in the task.</source>
        <translation>文件夹 %1 不存在。请更正任务中的 workdir。</translation>
    </message>
    <message>
        <source>%1 does not exist. Correct file_mounts in the task.</source>
        <translation>%1 不存在。请更正任务中的 file_mounts。</translation>
    </message>
    <message>
        <source>A repository as &apos;workdir&apos; is fetched by git on this computer: install git here.</source>
        <translation>作为“workdir”的仓库由本机的 git 获取：请在本机安装 git。</translation>
    </message>
    <message>
        <source>No temporary folder for the repository could be made in %1.</source>
        <translation>无法在 %1 中为仓库创建临时文件夹。</translation>
    </message>
    <message>
        <source>%1 of %2 could not be fetched by git on this computer: %3</source>
        <translation>本机的 git 无法获取 %2 的 %1：%3</translation>
    </message>
    <message>
        <source>The machine fetches %1</source>
        <translation>机器正在获取 %1</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskForm</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Docker</source>
        <translation>Docker</translation>
    </message>
    <message>
        <source>Podman</source>
        <translation>Podman</translation>
    </message>
    <message>
        <source>Process, no container</source>
        <translation>进程，不用容器</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Container image</source>
        <translation>容器镜像</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Checkpoint directory</source>
        <translation>检查点目录</translation>
    </message>
    <message>
        <source>{path} and {step} are filled in.</source>
        <translation>{path} 和 {step} 会自动填入。</translation>
    </message>
    <message>
        <source>%1 is not usable here: %2</source>
        <translation>%1 在这里不可用：%2</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>none (run directly on the machine)</source>
        <translation>无（直接在机器上运行）</translation>
    </message>
    <message>
        <source>Shown in the list of runs.</source>
        <translation>显示在运行列表中的名称。</translation>
    </message>
    <message>
        <source>Absolute path inside the run. Leave empty if it saves no checkpoints.</source>
        <translation>运行内的绝对路径。不保存检查点则留空。</translation>
    </message>
    <message>
        <source>Shows known images and which of them run on this machine.</source>
        <translation>显示已知的镜像，以及其中哪些能在这台机器上运行。</translation>
    </message>
    <message>
        <source>The name to pull. Leave empty to run without a container.</source>
        <translation>要拉取的镜像名称；留空则不用容器。</translation>
    </message>
    <message>
        <source>Shell command, run in the working directory.</source>
        <translation>shell 命令，在工作目录里执行。</translation>
    </message>
    <message>
        <source>Resume arguments</source>
        <translation>续跑参数</translation>
    </message>
    <message>
        <source>Not installed on this machine.</source>
        <translation>这台机器上没有安装。</translation>
    </message>
    <message>
        <source>With an image: Docker, otherwise Podman. Without: a process.</source>
        <translation>有镜像时用 Docker，其次 Podman；没有镜像时用进程。</translation>
    </message>
    <message>
        <source>All of them are available on this machine.</source>
        <translation>这台机器上都可用。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Enter the checkpoint directory as well.</source>
        <translation>请同时填写检查点目录。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskImport</name>
    <message>
        <source>There is no docker run or podman run command in this text: paste the whole command.</source>
        <translation>文本中没有 docker run 或 podman run 命令：请粘贴完整的命令。</translation>
    </message>
    <message>
        <source>%1 has no value.</source>
        <translation>%1 没有值。</translation>
    </message>
    <message>
        <source>The command names no image.</source>
        <translation>命令没有指定镜像。</translation>
    </message>
    <message>
        <source>The image contains a variable: write its name out.</source>
        <translation>镜像中含有变量：请写出完整的名称。</translation>
    </message>
    <message>
        <source>The file of variables %1 was not read: copy its variables to envs and secrets.</source>
        <translation>未读取变量文件 %1：请将其中的变量复制到 envs 和 secrets。</translation>
    </message>
    <message>
        <source>%1 was left out: a task has no such option.</source>
        <translation>已略去 %1：任务没有这样的选项。</translation>
    </message>
    <message>
        <source>The current folder is copied as the task&apos;s workdir, and the command starts in it; in the container it was at %1.</source>
        <translation>当前文件夹将作为任务的 workdir 复制，命令在其中启动；在原来的容器中，它位于 %1。</translation>
    </message>
    <message>
        <source>The command was an interactive shell: a run has none.</source>
        <translation>该命令是交互式 shell：运行中没有。</translation>
    </message>
    <message>
        <source>This is not a dstack file: it has no keys.</source>
        <translation>这不是 dstack 文件：其中没有键。</translation>
    </message>
    <message>
        <source>Only the first document was read: import the others one by one.</source>
        <translation>只读取了第一个文档：其他文档请逐个导入。</translation>
    </message>
    <message>
        <source>A service becomes a run: it gets no address of its own.</source>
        <translation>服务会变成运行：它没有自己的地址。</translation>
    </message>
    <message>
        <source>This dstack file is not valid YAML: check its indentation, colons and quotes.</source>
        <translation>此 dstack 文件不是有效的 YAML：请检查缩进、冒号和引号。</translation>
    </message>
    <message>
        <source>%1 nodes were left out: a task runs on one machine.</source>
        <translation>已略去 %1 个节点：任务在一台机器上运行。</translation>
    </message>
    <message>
        <source>The login for the registry was left out: log in with the container engine of the machine.</source>
        <translation>已略去镜像仓库的登录信息：请在机器的容器引擎中登录。</translation>
    </message>
    <message>
        <source>max_price was left out: choose an offer of that price, and set limits.budget.</source>
        <translation>已略去 max_price：请选择该价格的报价，并设置 limits.budget。</translation>
    </message>
    <message>
        <source>The editor was left out: open a run&apos;s machine from its page.</source>
        <translation>已略去编辑器：请在运行页面打开其机器。</translation>
    </message>
    <message>
        <source>The resources were not understood: write model and number in resources.accelerators.</source>
        <translation>无法理解 resources：请在 resources.accelerators 中写明型号和数量。</translation>
    </message>
    <message>
        <source>resources.%1 was left out: choose a machine that has it.</source>
        <translation>已略去 resources.%1：请选择满足此要求的机器。</translation>
    </message>
    <message>
        <source>This #SBATCH line was left out: Slurm reads none behind the first command.</source>
        <translation>已略去此 #SBATCH 行：Slurm 不读取第一条命令之后的 #SBATCH 行。</translation>
    </message>
    <message>
        <source>This #SBATCH line was left out: a quote in it is never closed.</source>
        <translation>已略去此 #SBATCH 行：其中的引号没有闭合。</translation>
    </message>
    <message>
        <source>%1 processes per node: a task starts one. Use torchrun --nproc-per-node to start them.</source>
        <translation>每个节点 %1 个进程：任务只启动一个。请用 torchrun --nproc-per-node 启动它们。</translation>
    </message>
    <message>
        <source>%1 processes: a task starts one. Use torchrun to start them.</source>
        <translation>%1 个进程：任务只启动一个。请用 torchrun 启动它们。</translation>
    </message>
    <message>
        <source>The array %1 was left out: launch the task once for each value of SLURM_ARRAY_TASK_ID, which is a variable in envs.</source>
        <translation>已略去作业数组 %1：请对 SLURM_ARRAY_TASK_ID（envs 中的变量）的每个值各启动一次任务。</translation>
    </message>
    <message>
        <source>--%1 was left out: the log of a run has its output and errors.</source>
        <translation>已略去 --%1：运行的日志包含其输出和错误。</translation>
    </message>
    <message>
        <source>The folder %1 was left out: name your local folder in workdir.</source>
        <translation>已略去文件夹 %1：请在 workdir 中指定本地文件夹。</translation>
    </message>
    <message>
        <source>The signal %1 was left out: write it in checkpoints.signal, with the folder of the checkpoints.</source>
        <translation>已略去信号 %1：请写入 checkpoints.signal，并指定检查点文件夹。</translation>
    </message>
    <message>
        <source>--%1=%2 was left out: a run has the processors and the memory of its machine.</source>
        <translation>已略去 --%1=%2：运行可使用其机器的处理器和内存。</translation>
    </message>
    <message>
        <source>Mail was left out: alerts tell of a run that has ended.</source>
        <translation>已略去邮件通知：运行结束时由告警通知。</translation>
    </message>
    <message>
        <source>--%1 was left out: it concerns the cluster.</source>
        <translation>已略去 --%1：它只与集群有关。</translation>
    </message>
    <message>
        <source>Your variables are not passed on: name those that the run needs in envs.</source>
        <translation>不会传递您的变量：请在 envs 中列出运行所需的变量。</translation>
    </message>
    <message>
        <source>%1 is set by Slurm only: give it a value in envs, or write the value.</source>
        <translation>%1 只由 Slurm 设置：请在 envs 中为其赋值，或直接写出值。</translation>
    </message>
    <message>
        <source>srun was left out with its options: the command is started once, on the machine.</source>
        <translation>已略去 srun 及其选项：命令在机器上只启动一次。</translation>
    </message>
    <message>
        <source>A quote or bracket that opens in line %1 is never closed: close it.</source>
        <translation>第 %1 行开始的引号或括号没有闭合：请将其闭合。</translation>
    </message>
    <message>
        <source>container command</source>
        <translation>容器命令</translation>
    </message>
    <message>
        <source>sbatch script</source>
        <translation>sbatch 脚本</translation>
    </message>
    <message>
        <source>dstack file</source>
        <translation>dstack 文件</translation>
    </message>
    <message>
        <source>More was left out than is listed here: compare the task with your text.</source>
        <translation>略去的内容比此处列出的更多：请将任务与您的文本对照。</translation>
    </message>
    <message>
        <source>The value of %1 was left out, because it looks like a secret. Set %1 in the environment where you launch.</source>
        <translation>已略去 %1 的值，因为它看起来是密钥。请在启动任务的环境中设置 %1。</translation>
    </message>
    <message>
        <source>%1 is a secret: set it in the environment where you launch.</source>
        <translation>%1 是密钥：请在启动任务的环境中设置。</translation>
    </message>
    <message>
        <source>%1 has no value here: it is taken from the environment where you launch.</source>
        <translation>%1 在此没有值：它取自启动任务的环境。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s) are asked for without a model: write it in resources.accelerators, like H100:%1. Without that, the task gets the GPUs of its machine.</source>
        <translation>
            <numerusform>要求了 %n 个 GPU，但未指定型号：请写入 resources.accelerators，例如 H100:%1。否则任务使用其机器的 GPU。</numerusform>
        </translation>
    </message>
    <message>
        <source>Folders in file_mounts are copied from this computer when the task is launched. Remove those that are already on the machine, and write results into a checkpoints folder.</source>
        <translation>启动任务时，file_mounts 中的文件夹会从本电脑复制。请删除机器上已有的文件夹，并将结果写入检查点文件夹。</translation>
    </message>
    <message>
        <source>From: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Line %1: </source>
        <translation>第 %1 行：</translation>
    </message>
    <message>
        <source>The text is too long: paste one command or script of at most 256 KiB.</source>
        <translation>文本过长：请粘贴一条不超过 256 KiB 的命令或脚本。</translation>
    </message>
    <message>
        <source>This is not text in UTF-8: paste a command, a script or a file as text.</source>
        <translation>这不是 UTF-8 文本：请以文本形式粘贴命令、脚本或文件。</translation>
    </message>
    <message>
        <source>Nothing to import was recognised: paste a docker run or podman run command, a script with #SBATCH lines, or a dstack file.</source>
        <translation>未识别出可导入的内容：请粘贴 docker run 或 podman run 命令、含有 #SBATCH 行的脚本，或 dstack 文件。</translation>
    </message>
    <message>
        <source>“%1” was left out: only the container command was read.</source>
        <translation>已略去“%1”：只读取了容器命令。</translation>
    </message>
    <message>
        <source>Your shell would make the value of %1 from “%2”.</source>
        <translation>%1 的值原本由您的 shell 根据“%2”生成。</translation>
    </message>
    <message>
        <source>The folder %1 was left out: begin “run” with cd.</source>
        <translation>已略去文件夹 %1：请在“run”开头使用 cd。</translation>
    </message>
    <message>
        <source>“%1” was filled in by the shell of your computer; in a task, the machine does that.</source>
        <translation>“%1”原本由您电脑上的 shell 展开；在任务中由机器展开。</translation>
    </message>
    <message>
        <source>A dstack file of type “%1” describes no run: choose a task or a dev-environment.</source>
        <translation>类型为“%1”的 dstack 文件不描述运行：请选择 task 或 dev-environment。</translation>
    </message>
    <message>
        <source>A dev environment has no command: the run waits, and you log in to its machine. Write a command in “run” to train.</source>
        <translation>开发环境没有命令：运行会一直等待，您可以登录其机器。要进行训练，请在“run”中写入命令。</translation>
    </message>
    <message>
        <source>Python %1 was left out: name an image with it, or install it in “setup”.</source>
        <translation>已略去 Python %1：请指定包含它的镜像，或在“setup”中安装。</translation>
    </message>
    <message>
        <source>“%1” was left out: a task has no such key.</source>
        <translation>已略去“%1”：任务没有这样的键。</translation>
    </message>
    <message>
        <source>A repository was left out: name your local folder in workdir, or clone it in “setup”.</source>
        <translation>已略去一个代码仓库：请在 workdir 中指定本地文件夹，或在“setup”中克隆。</translation>
    </message>
    <message>
        <source>The script is not for a shell: call its interpreter in “run”.</source>
        <translation>该脚本不是 shell 脚本：请在“run”中调用其解释器。</translation>
    </message>
    <message>
        <source>“%1” is a comment now: rented machines have no modules. Use an image, or install it in “setup”.</source>
        <translation>“%1”已改为注释：租用的机器没有模块系统。请使用镜像，或在“setup”中安装。</translation>
    </message>
    <message>
        <source>The commands could not be split: a quote is never closed. Check “run”.</source>
        <translation>无法拆分命令：有引号没有闭合。请检查“run”。</translation>
    </message>
    <message>
        <source>The variable “%1” was left out: its name cannot be used.</source>
        <translation>已略去变量“%1”：不能使用此名称。</translation>
    </message>
    <message>
        <source>The GPUs “%1” were not understood: name model and number in resources.accelerators, like H100:8.</source>
        <translation>无法理解 GPU“%1”：请在 resources.accelerators 中写明型号和数量，例如 H100:8。</translation>
    </message>
    <message>
        <source>The mount “%1” was left out: a task copies a local file or folder to an absolute path.</source>
        <translation>已略去挂载“%1”：任务将本地文件或文件夹复制到绝对路径。</translation>
    </message>
    <message>
        <source>There is no command to run: write it under “run”.</source>
        <translation>没有要运行的命令：请写在“run”下。</translation>
    </message>
    <message>
        <source>--ipc=%1 was left out: a run has the shared memory of its machine, or the size in resources.shm.</source>
        <translation>已略去 --ipc=%1：运行使用其机器的共享内存，或 resources.shm 中的大小。</translation>
    </message>
    <message>
        <source>%1=%2 was left out: a run has the processors and the memory of its machine.</source>
        <translation>已略去 %1=%2：运行可使用其机器的处理器和内存。</translation>
    </message>
    <message>
        <source>The network “%1” was left out: a task has host, bridge or none in network.</source>
        <translation>已略去网络“%1”：任务的 network 可为 host、bridge 或 none。</translation>
    </message>
    <message>
        <source>The user “%1” was left out: a run is root in its container, or your own user on the machine with “user: host”.</source>
        <translation>已略去用户“%1”：运行在容器中是 root；写“user: host”时是您在机器上的用户。</translation>
    </message>
    <message>
        <source>The mount “%1” contains a variable: write its folder in mounts if it is on the machine, or in file_mounts if it is on this computer.</source>
        <translation>挂载“%1”包含变量：若文件夹在机器上，请写入 mounts；若在本机，请写入 file_mounts。</translation>
    </message>
    <message>
        <source>The volume “%1” was left out: a task has no volumes. Write a folder of the machine in mounts.</source>
        <translation>已略去卷“%1”：任务没有卷。请在 mounts 中写机器上的文件夹。</translation>
    </message>
    <message>
        <source>The choice of GPUs “%1” was left out: write their numbers or UUIDs in gpus.</source>
        <translation>已略去 GPU 的选择“%1”：请在 gpus 中写它们的编号或 UUID。</translation>
    </message>
    <message>
        <source>The mount “%1” was left out: write an absolute path of a folder of the machine, and the absolute path at which the container sees it, in mounts.</source>
        <translation>已略去挂载“%1”：请在 mounts 中写机器上文件夹的绝对路径，以及容器看到它的绝对路径。</translation>
    </message>
    <message>
        <source>The option “%1” of the mount %2 was left out: a mount is read_only, or has no option.</source>
        <translation>已略去挂载 %2 的选项“%1”：挂载只有 read_only 一个选项。</translation>
    </message>
    <message>
        <source>Folders in mounts are those of the machine where the task runs, and must be there. A folder of this computer belongs in file_mounts, which copies it.</source>
        <translation>mounts 中是任务所在机器上的文件夹，必须已存在。本机的文件夹应写入 file_mounts，它会被复制过去。</translation>
    </message>
    <message>
        <source>The port “%1” was left out: write it in resources.ports, like 8080:80 (machine, container); there are TCP ports only.</source>
        <translation>已略去端口“%1”：请写入 resources.ports，例如 8080:80（机器、容器）；只有 TCP 端口。</translation>
    </message>
    <message>
        <source>The size of the shared memory “%1” was not understood: write it in resources.shm, like 16GB.</source>
        <translation>无法理解共享内存的大小“%1”：请写入 resources.shm，例如 16GB。</translation>
    </message>
    <message>
        <source>A key, token or password was taken out of the command: %1 in secrets stands for it. Set it in the environment where you launch.</source>
        <translation>已从命令中取出密钥、令牌或密码：由 secrets 中的 %1 代替。请在启动任务的环境中设置它。</translation>
    </message>
    <message>
        <source>The ports were left out: with the network of the machine, programs open its own ports.</source>
        <translation>已略去端口：使用机器的网络时，程序直接打开机器自身的端口。</translation>
    </message>
    <message>
        <source>The ports were left out: the container has no network.</source>
        <translation>已略去端口：容器没有网络。</translation>
    </message>
    <message>
        <source>Only the machine itself reaches the ports, and you through a tunnel. To open one to its network, write 0.0.0.0:%1 in resources.ports.</source>
        <translation>只有机器自身能访问这些端口，您可通过隧道访问。要向机器的网络开放，请在 resources.ports 中写 0.0.0.0:%1。</translation>
    </message>
    <message>
        <source>The variable %1 was left out, because gpus chooses the GPUs.</source>
        <translation>已略去变量 %1，因为 GPU 由 gpus 选择。</translation>
    </message>
    <message>
        <source>Nothing is copied to %1: a folder of the machine is mounted there.</source>
        <translation>没有内容会复制到 %1：那里挂载了机器上的文件夹。</translation>
    </message>
    <message>
        <source>The time “%1” was not understood: write it in %2.</source>
        <translation>无法理解时间“%1”：请写入 %2。</translation>
    </message>
    <message>
        <source>Of %1 GPUs, the task asks for %2: write another number in resources.accelerators.</source>
        <translation>在 %1 个 GPU 中，任务请求 %2 个：请在 resources.accelerators 中写其他数量。</translation>
    </message>
    <message>
        <source>GPUs of %1 were asked for without a model: write a model in resources.accelerators, like H100:%2.</source>
        <translation>请求了显存为 %1 的 GPU 但没有型号：请在 resources.accelerators 中写型号，例如 H100:%2。</translation>
    </message>
    <message>
        <source>GPU memory of %1 was left out: write the model with its memory in resources.accelerators, like A100-80GB:1.</source>
        <translation>已略去显存 %1：请在 resources.accelerators 中写带显存的型号，例如 A100-80GB:1。</translation>
    </message>
    <message>
        <source>Slurm starts a script in the folder where it was submitted: name the local folder with your code in workdir.</source>
        <translation>Slurm 在提交脚本的文件夹中启动它：请在 workdir 中写本机的代码文件夹。</translation>
    </message>
    <message>
        <source>Of --%1, “%2” was left out: it concerns the cluster.</source>
        <translation>已略去 --%1 中的“%2”：它只与集群有关。</translation>
    </message>
    <message>
        <source>%1 is set by Slurm only: it is in envs now, as %2.</source>
        <translation>%1 只由 Slurm 设置：现已写入 envs，值为 %2。</translation>
    </message>
    <message>
        <source>“%1” is still in “run”, and rented machines have no modules: remove it, and use an image, or install it in “setup”.</source>
        <translation>“%1”仍在“run”中，而租用的机器没有 modules：请删除它，使用镜像，或在“setup”中安装。</translation>
    </message>
    <message>
        <source>%1 is a program of Slurm, which the machine does not have: write the command without it.</source>
        <translation>%1 是 Slurm 的程序，机器上没有：请写不含它的命令。</translation>
    </message>
    <message>
        <source>%1 is still in “run”: name the image in resources.image_id, and write the command without it.</source>
        <translation>%1 仍在“run”中：请在 resources.image_id 中写镜像，并写不含它的命令。</translation>
    </message>
    <message>
        <source>--restart was left out: a run that has ended is resumed from its last checkpoint.</source>
        <translation>已略去 --restart：已结束的运行从其最后一个检查点恢复。</translation>
    </message>
    <message>
        <source>“%1” was left out: the log of a run has its output and errors, and a run has no input.</source>
        <translation>已略去“%1”：运行的日志包含其输出和错误，且运行没有输入。</translation>
    </message>
    <message>
        <source>%1 is set by dstack only: it is in envs now, as %2.</source>
        <translation>%1 只由 dstack 设置：现已写入 envs，值为 %2。</translation>
    </message>
    <message>
        <source>%1 is set by dstack only: give it a value in envs, or write the value.</source>
        <translation>%1 只由 dstack 设置：请在 envs 中给出值，或直接写值。</translation>
    </message>
    <message>
        <source>“%1” is a comment now: a run starts in its workdir.</source>
        <translation>“%1”现在是注释：运行从其 workdir 开始。</translation>
    </message>
    <message>
        <source>The image “%1” was left out: its name looks like registry/name:tag. Write it in resources.image_id.</source>
        <translation>已略去镜像“%1”：镜像名称的形式为 registry/name:tag。请写入 resources.image_id。</translation>
    </message>
    <message>
        <source>The port “%1” was left out: “%2” takes the same port of the machine.</source>
        <translation>已略去端口“%1”：“%2”占用了机器的同一个端口。</translation>
    </message>
    <message>
        <source>Folders are mounted into a container only: name an image in resources.image_id, or use their own paths.</source>
        <translation>文件夹只会挂载到容器中：请在 resources.image_id 中写镜像，或使用它们自身的路径。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskSchema</name>
    <message>
        <source>The name of the run in lists.</source>
        <translation>列表中显示的运行名称。</translation>
    </message>
    <message>
        <source>The project under which the cost of the run is counted.</source>
        <translation>运行费用计入的项目。</translation>
    </message>
    <message>
        <source>The GPUs that the run needs, and the container image that it runs in.</source>
        <translation>运行需要的 GPU，以及所用的容器镜像。</translation>
    </message>
    <message>
        <source>The GPU model and how many of it. Of several, the first that the machine has is used.</source>
        <translation>GPU 型号和数量。写多个时，使用机器上有的第一个。</translation>
    </message>
    <message>
        <source>The container image. Without it, the run is a process without a container.</source>
        <translation>容器镜像。不写时，运行是不带容器的进程。</translation>
    </message>
    <message>
        <source>The size of the shared memory of the container; host shares all of the machine&apos;s.</source>
        <translation>容器共享内存的大小；host 表示与机器共用全部。</translation>
    </message>
    <message>
        <source>Ports that the container publishes, reached from the machine itself unless an address is given.</source>
        <translation>容器发布的端口；未指定地址时只能从机器本身访问。</translation>
    </message>
    <message>
        <source>Alternatives, of which the machine needs one.</source>
        <translation>备选项，机器满足其中一个即可。</translation>
    </message>
    <message>
        <source>The GPUs of this alternative.</source>
        <translation>此备选项的 GPU。</translation>
    </message>
    <message>
        <source>Alternatives, of which the first that the machine has is used.</source>
        <translation>备选项，使用机器满足的第一个。</translation>
    </message>
    <message>
        <source>The number of machines. So far, only 1 is possible.</source>
        <translation>机器数量。目前只能是 1。</translation>
    </message>
    <message>
        <source>A folder on this computer that is copied to the machine. The run starts in it.</source>
        <translation>本机上的文件夹，会复制到机器上，运行从其中开始。</translation>
    </message>
    <message>
        <source>Files and folders that are copied to the machine.</source>
        <translation>复制到机器上的文件和文件夹。</translation>
    </message>
    <message>
        <source>A file or folder on this computer that the run sees at this path.</source>
        <translation>本机上的文件或文件夹，运行在此路径看到它。</translation>
    </message>
    <message>
        <source>Folders of the machine that the container sees; nothing is copied.</source>
        <translation>容器可见的机器文件夹；不复制任何内容。</translation>
    </message>
    <message>
        <source>The folder of the machine that the container sees at this path.</source>
        <translation>容器在此路径看到的机器文件夹。</translation>
    </message>
    <message>
        <source>The folder of the machine.</source>
        <translation>机器上的文件夹。</translation>
    </message>
    <message>
        <source>Whether the container can only read it.</source>
        <translation>容器是否只能读取。</translation>
    </message>
    <message>
        <source>Environment variables of the run.</source>
        <translation>运行的环境变量。</translation>
    </message>
    <message>
        <source>The value of this variable. Without one, it is taken from the environment where you launch.</source>
        <translation>此变量的值。不写时，从启动时所在的环境中获取。</translation>
    </message>
    <message>
        <source>Variables whose values are never written on this computer.</source>
        <translation>其值绝不会写入本机的变量。</translation>
    </message>
    <message>
        <source>Leave the value out: it is taken from the environment where you launch.</source>
        <translation>不要写值：它会从启动时所在的环境中获取。</translation>
    </message>
    <message>
        <source>The name of the secret in the keyring of your desktop.</source>
        <translation>桌面密钥环中该机密的名称。</translation>
    </message>
    <message>
        <source>Shell commands that run once before the training.</source>
        <translation>训练前执行一次的 Shell 命令。</translation>
    </message>
    <message>
        <source>The shell commands that train.</source>
        <translation>执行训练的 Shell 命令。</translation>
    </message>
    <message>
        <source>Where the run saves checkpoints, how it resumes and which are kept.</source>
        <translation>运行把检查点保存在哪里、如何恢复以及保留哪些。</translation>
    </message>
    <message>
        <source>The folder where the run writes checkpoints, as the run sees it.</source>
        <translation>运行写入检查点的文件夹，按运行中看到的路径。</translation>
    </message>
    <message>
        <source>any known format</source>
        <translation>任何已知格式</translation>
    </message>
    <message>
        <source>Which names are checkpoints, with * and ?.</source>
        <translation>哪些名称是检查点，可用 * 和 ?。</translation>
    </message>
    <message>
        <source>What is added to the command when the run resumes. {path}, {dir}, {name} and {step} are filled in.</source>
        <translation>恢复运行时添加到命令中的内容。{path}、{dir}、{name} 和 {step} 会被填入。</translation>
    </message>
    <message>
        <source>How many of the newest checkpoints are kept, or several rules as in {last: 3, best: 2}.</source>
        <translation>保留多少个最新的检查点，或多条规则，如 {last: 3, best: 2}。</translation>
    </message>
    <message>
        <source>Keeps this many of the newest checkpoints.</source>
        <translation>保留这么多个最新的检查点。</translation>
    </message>
    <message>
        <source>Keeps this many of the best checkpoints.</source>
        <translation>保留这么多个最佳的检查点。</translation>
    </message>
    <message>
        <source>the lowest loss</source>
        <translation>最低的 loss</translation>
    </message>
    <message>
        <source>The stored value by which the best checkpoints are chosen.</source>
        <translation>用来选出最佳检查点的存储值。</translation>
    </message>
    <message>
        <source>Whether a lower or a higher value is better.</source>
        <translation>值越低越好还是越高越好。</translation>
    </message>
    <message>
        <source>Keeps the checkpoints whose step is a multiple of this.</source>
        <translation>保留步数为此值倍数的检查点。</translation>
    </message>
    <message>
        <source>Whether SHA-256 hashes are written beside complete checkpoints. With auto, beside those of up to 64 GiB.</source>
        <translation>是否在完整的检查点旁写入 SHA-256 哈希。auto 时，为不超过 64 GiB 的检查点写入。</translation>
    </message>
    <message>
        <source>The signal that makes the run save a checkpoint and continue.</source>
        <translation>让运行保存检查点并继续的信号。</translation>
    </message>
    <message>
        <source>Folders of TensorBoard event files, in addition to the working directory and the checkpoints.</source>
        <translation>工作目录和检查点之外的 TensorBoard 事件文件文件夹。</translation>
    </message>
    <message>
        <source>The limits at which the machine itself ends the run.</source>
        <translation>达到后由机器自行结束运行的限制。</translation>
    </message>
    <message>
        <source>The machine stops the run after this many hours.</source>
        <translation>经过这么多小时后，机器停止运行。</translation>
    </message>
    <message>
        <source>The machine saves and stops the run if no computer has renewed its lease for this long.</source>
        <translation>如果这么久没有计算机续租，机器会保存并停止运行。</translation>
    </message>
    <message>
        <source>The machine saves and stops the run when it has cost this much at the price per hour.</source>
        <translation>按每小时价格计算费用达到此数额时，机器会保存并停止运行。</translation>
    </message>
    <message>
        <source>The price of the machine per hour, in the currency of the budget.</source>
        <translation>机器每小时的价格，使用预算的货币。</translation>
    </message>
    <message>
        <source>The machine saves and stops the run when its GPUs were idle for this long and nothing new was written.</source>
        <translation>GPU 空闲这么久且没有写入新内容时，机器会保存并停止运行。</translation>
    </message>
    <message>
        <source>How long the GPUs must have been idle.</source>
        <translation>GPU 必须空闲多久。</translation>
    </message>
    <message>
        <source>The utilization in percent below which a GPU counts as idle.</source>
        <translation>GPU 利用率低于此百分比时视为空闲。</translation>
    </message>
    <message>
        <source>The longest time to wait for a complete checkpoint before the run is stopped.</source>
        <translation>停止运行前等待完整检查点的最长时间。</translation>
    </message>
    <message>
        <source>Whether the machine saves and stops the run when its cloud announces that it takes the machine back.</source>
        <translation>云平台通知收回机器时，机器是否保存并停止运行。</translation>
    </message>
    <message>
        <source>What the machine runs after it ended the run by itself, with your permissions.</source>
        <translation>机器自行结束运行后，以你的权限执行的命令。</translation>
    </message>
    <message>
        <source>The seconds between asking the run to end and killing it.</source>
        <translation>请求运行结束与强制终止之间的秒数。</translation>
    </message>
    <message>
        <source>When to alert about this run, instead of what the settings say.</source>
        <translation>何时就此运行发出告警，替代设置中的规则。</translation>
    </message>
    <message>
        <source>as in the settings</source>
        <translation>与设置相同</translation>
    </message>
    <message>
        <source>Alerts when a GPU stays below this utilization in percent.</source>
        <translation>GPU 利用率持续低于此百分比时告警。</translation>
    </message>
    <message>
        <source>Alerts when a GPU stays at or above this utilization in percent.</source>
        <translation>GPU 利用率持续达到或超过此百分比时告警。</translation>
    </message>
    <message>
        <source>Alerts when a GPU stays at or above this temperature in °C.</source>
        <translation>GPU 温度持续达到或超过此值（°C）时告警。</translation>
    </message>
    <message>
        <source>Alerts when the memory of a GPU stays this full, in percent.</source>
        <translation>GPU 显存占用持续达到此百分比时告警。</translation>
    </message>
    <message>
        <source>Alerts when a GPU that was there is missing.</source>
        <translation>原有的 GPU 不见时告警。</translation>
    </message>
    <message>
        <source>Alerts when the disk will be full within this time.</source>
        <translation>磁盘将在此时间内写满时告警。</translation>
    </message>
    <message>
        <source>Alerts when the room for checkpoints will be used up within this time.</source>
        <translation>检查点的空间将在此时间内用完时告警。</translation>
    </message>
    <message>
        <source>Alerts when no new step was logged for this long.</source>
        <translation>这么久没有记录新的步数时告警。</translation>
    </message>
    <message>
        <source>Alerts when the run hangs: its GPUs wait busily and no step comes.</source>
        <translation>运行挂起时告警：GPU 忙等，没有新的步数。</translation>
    </message>
    <message>
        <source>Alerts when no sample came from the machine for this long.</source>
        <translation>这么久没有收到机器的采样时告警。</translation>
    </message>
    <message>
        <source>Alerts when 50, 80 and 100 % of a budget are used.</source>
        <translation>预算用去 50、80 和 100 % 时告警。</translation>
    </message>
    <message>
        <source>Alerts when the run fails.</source>
        <translation>运行失败时告警。</translation>
    </message>
    <message>
        <source>Alerts when the run finishes.</source>
        <translation>运行完成时告警。</translation>
    </message>
    <message>
        <source>The threshold of this alert.</source>
        <translation>此告警的阈值。</translation>
    </message>
    <message>
        <source>How long the condition must last before the alert opens.</source>
        <translation>条件必须持续多久才会发出告警。</translation>
    </message>
    <message>
        <source>The channels through which you are told of the alerts of this run.</source>
        <translation>通知此运行告警的渠道。</translation>
    </message>
    <message>
        <source>What starts the run on the machine.</source>
        <translation>在机器上用什么启动运行。</translation>
    </message>
    <message>
        <source>What starts the Python command once for each GPU.</source>
        <translation>为每块 GPU 启动一次 Python 命令的启动器。</translation>
    </message>
    <message>
        <source>The network of the container: the machine&apos;s own, a separate one, or none.</source>
        <translation>容器的网络：与机器共用、独立，或无。</translation>
    </message>
    <message>
        <source>The user in the container; with host, what the run writes belongs to your user on the machine.</source>
        <translation>容器中的用户；设为 host 时，运行写入的文件归您在机器上的用户所有。</translation>
    </message>
    <message>
        <source>Accepted for task files of SkyPilot; it has no effect yet.</source>
        <translation>为兼容 SkyPilot 任务文件而接受，目前没有作用。</translation>
    </message>
    <message>
        <source>keys below it</source>
        <translation>其下的键</translation>
    </message>
    <message>
        <source>names that you choose, with a value each</source>
        <translation>自选的名称，各带一个值</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>shell commands</source>
        <translation>Shell 命令</translation>
    </message>
    <message>
        <source>a path on this computer</source>
        <translation>本机上的路径</translation>
    </message>
    <message>
        <source>an absolute path, as the run sees it</source>
        <translation>绝对路径，按运行中看到的</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a time with its unit, like 90m or 12h</source>
        <translation>带单位的时间，如 90m 或 12h</translation>
    </message>
    <message>
        <source>an amount and its currency</source>
        <translation>数额及其货币</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between words</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>docker: and an image name</source>
        <translation>docker: 加镜像名称</translation>
    </message>
    <message>
        <source>a GPU model and a count</source>
        <translation>GPU 型号和数量</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>任意内容</translation>
    </message>
    <message>
        <source>Which GPUs of the machine the run is given, by number or UUID.</source>
        <translation>分配给运行的机器 GPU，按编号或 UUID。</translation>
    </message>
    <message>
        <source>The address of a repository, fetched by git on this computer.</source>
        <translation>仓库地址，由本机的 git 获取。</translation>
    </message>
    <message>
        <source>the default branch</source>
        <translation>默认分支</translation>
    </message>
    <message>
        <source>A branch, a tag or a commit.</source>
        <translation>分支、标签或提交。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskSummary</name>
    <message>
        <source>, </source>
        <comment>in a list</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between facts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>no GPUs</source>
        <translation>不要 GPU</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>Nothing runs before the command.</source>
        <translation>命令之前不执行别的。</translation>
    </message>
    <message numerus="yes">
        <source>First %1 and %n more line(s).</source>
        <translation>
            <numerusform>先执行 %1，另有 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>First %1</source>
        <translation>先执行 %1</translation>
    </message>
    <message>
        <source>or %1</source>
        <translation>或 %1</translation>
    </message>
    <message>
        <source>Any GPUs will do, and the cost counts towards no project.</source>
        <translation>任何 GPU 都可以，费用不计入任何项目。</translation>
    </message>
    <message>
        <source>Any GPUs will do.</source>
        <translation>任何 GPU 都可以。</translation>
    </message>
    <message>
        <source>Needs %1.</source>
        <translation>需要 %1。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>GPUs, or others</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The cost counts towards %1.</source>
        <translation>费用计入 %1。</translation>
    </message>
    <message>
        <source>Copies %1 and starts in it.</source>
        <translation>复制 %1 并在其中启动。</translation>
    </message>
    <message>
        <source>Copies to %1.</source>
        <translation>复制到 %1。</translation>
    </message>
    <message>
        <source>Reads event files in %1.</source>
        <translation>读取 %1 中的事件文件。</translation>
    </message>
    <message>
        <source>Nothing is copied to the machine.</source>
        <translation>不向机器复制文件。</translation>
    </message>
    <message>
        <source>Sets %1.</source>
        <translation>设置 %1。</translation>
    </message>
    <message>
        <source>Takes %1 from this computer.</source>
        <translation>%1 取自这台电脑。</translation>
    </message>
    <message>
        <source>Secret: %1.</source>
        <translation>密钥：%1。</translation>
    </message>
    <message>
        <source>No variables and no secrets.</source>
        <translation>没有变量，也没有密钥。</translation>
    </message>
    <message>
        <source>No checkpoints: there is no directory for them.</source>
        <translation>没有检查点：没有填写它们的目录。</translation>
    </message>
    <message>
        <source>the newest %1</source>
        <translation>最新的 %1 个</translation>
    </message>
    <message>
        <source>loss</source>
        <comment>what checkpoints are ranked by</comment>
        <translation>损失</translation>
    </message>
    <message>
        <source>the %1 with the highest %2</source>
        <translation>%2 最高的 %1 个</translation>
    </message>
    <message>
        <source>the %1 with the lowest %2</source>
        <translation>%2 最低的 %1 个</translation>
    </message>
    <message>
        <source>every %1 steps</source>
        <translation>每 %1 步</translation>
    </message>
    <message>
        <source>All checkpoints are kept.</source>
        <translation>保留所有检查点。</translation>
    </message>
    <message>
        <source>Kept: %1.</source>
        <translation>保留：%1。</translation>
    </message>
    <message>
        <source>Named %1.</source>
        <translation>名称为 %1。</translation>
    </message>
    <message>
        <source>%1 makes the run save.</source>
        <translation>%1 使运行保存。</translation>
    </message>
    <message>
        <source>No hashes are written.</source>
        <translation>不写哈希值。</translation>
    </message>
    <message>
        <source>Hashes are written for all.</source>
        <translation>为全部检查点写哈希值。</translation>
    </message>
    <message>
        <source>at most %1 h</source>
        <translation>最长 %1 小时</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>at %1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>stops after %1 idle</source>
        <translation>空闲 %1 后停止</translation>
    </message>
    <message>
        <source>stops after %1 below %2</source>
        <translation>低于 %2 达 %1 后停止</translation>
    </message>
    <message>
        <source>stops %1 after the last renewal</source>
        <translation>最后一次续期 %1 后停止</translation>
    </message>
    <message>
        <source>%1 to save</source>
        <translation>保存限时 %1</translation>
    </message>
    <message>
        <source>%1 to end</source>
        <translation>结束限时 %1</translation>
    </message>
    <message>
        <source>spot notices are ignored</source>
        <translation>忽略抢占通知</translation>
    </message>
    <message>
        <source>then the machine runs: %1</source>
        <translation>随后机器执行：%1</translation>
    </message>
    <message>
        <source>No limits: the run ends when its command ends.</source>
        <translation>没有限制：命令结束，运行就结束。</translation>
    </message>
    <message>
        <source>no limits</source>
        <translation>没有限制</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>an alert, what is changed about it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>desktop</source>
        <comment>a way to be told</comment>
        <translation>桌面</translation>
    </message>
    <message>
        <source>command</source>
        <comment>a way to be told</comment>
        <translation>命令</translation>
    </message>
    <message>
        <source>webhook</source>
        <comment>a way to be told</comment>
        <translation>webhook</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知方式</translation>
    </message>
    <message>
        <source>nothing</source>
        <comment>no way to be told</comment>
        <translation>不告知</translation>
    </message>
    <message>
        <source>As in the settings.</source>
        <translation>与设置相同。</translation>
    </message>
    <message>
        <source>Only in the task file: %1.</source>
        <translation>只在任务文件中：%1。</translation>
    </message>
    <message>
        <source>Started by %1.</source>
        <translation>由 %1 启动。</translation>
    </message>
    <message>
        <source>Mounts %1 of the machine.</source>
        <translation>挂载机器上的 %1。</translation>
    </message>
    <message>
        <source>%1 of shared memory</source>
        <translation>共享内存 %1</translation>
    </message>
    <message>
        <source>no network</source>
        <translation>没有网络</translation>
    </message>
    <message>
        <source>a network of its own</source>
        <translation>独立的网络</translation>
    </message>
    <message>
        <source>publishes %1</source>
        <translation>发布 %1</translation>
    </message>
    <message>
        <source>runs as your user</source>
        <translation>以你的用户运行</translation>
    </message>
    <message>
        <source>Runs as root with the machine&apos;s network and shared memory.</source>
        <translation>以 root 运行，使用机器的网络和共享内存。</translation>
    </message>
    <message>
        <source>Without an image, there is no container.</source>
        <translation>没有镜像，就没有容器。</translation>
    </message>
    <message>
        <source>Given GPU %1.</source>
        <translation>交给它的 GPU：%1。</translation>
    </message>
</context>
<context>
    <name>trainyard::TaskValues</name>
    <message>
        <source>%1 has no value in the task and none in the environment of Trainyard. Set it there, write a value in &apos;envs&apos;, or give --env %1=VALUE.</source>
        <translation>%1 在任务中没有值，Trainyard 的环境变量中也没有。请设置该环境变量，或在 &apos;envs&apos; 中填写，或使用 --env %1=VALUE。</translation>
    </message>
    <message>
        <source>The secret %1 has no value. Set it in the environment of Trainyard before launching, or give --secret %1.</source>
        <translation>密钥 %1 没有值。启动前请在 Trainyard 的环境变量中设置，或使用 --secret %1。</translation>
    </message>
    <message>
        <source>%1 has no value in the task and none in the environment of Trainyard. Set it there, or give --secret %1.</source>
        <translation>%1 在任务中没有值，Trainyard 的环境中也没有。请在环境中设置它，或使用 --secret %1。</translation>
    </message>
</context>
<context>
    <name>trainyard::TensorDiffModel</name>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>stored value</source>
        <translation>存储的值</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>%1 the same</source>
        <translation>%1 个相同</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 个已改变</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>新增 %1 个</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>移除 %1 个</translation>
    </message>
    <message>
        <source>Tensors: %1.</source>
        <translation>张量：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>All names of one side begin with “%1”.</source>
        <translation>其中一侧的所有名称都以“%1”开头。</translation>
    </message>
    <message>
        <source>same shape</source>
        <translation>形状相同</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>类型不同</translation>
    </message>
    <message>
        <source>%1 with the same shape and type, values not compared</source>
        <translation>%1 个形状和类型相同，数值未作比较</translation>
    </message>
    <message>
        <source>%1 with a different shape</source>
        <translation>%1 个形状不同</translation>
    </message>
    <message>
        <source>%1 with a different type</source>
        <translation>%1 个类型不同</translation>
    </message>
    <message>
        <source>Neither contains a tensor.</source>
        <translation>两者都没有张量。</translation>
    </message>
    <message>
        <source>A program that loads one can load the other.</source>
        <translation>能加载其中一个的程序也能加载另一个。</translation>
    </message>
    <message>
        <source>A program that loads one cannot load the other unchanged.</source>
        <translation>能加载其中一个的程序不能原样加载另一个。</translation>
    </message>
</context>
<context>
    <name>trainyard::TensorModel</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>%1
%2, %3, %4
in %5</source>
        <translation>%1
%2，%3，%4
位于 %5</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalCommand</name>
    <message>
        <source>Press Enter to close this window.</source>
        <translation>按回车键关闭此窗口。</translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalModule</name>
    <message>
        <source>Open a terminal on %1</source>
        <translation>在 %1 上打开终端</translation>
    </message>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalPage</name>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>New terminal</source>
        <translation>新建终端</translation>
    </message>
    <message>
        <source>Open terminals</source>
        <translation>已打开的终端</translation>
    </message>
    <message>
        <source>No terminal is open.</source>
        <translation>没有打开的终端。</translation>
    </message>
    <message>
        <source>Open one from the menu of a machine or of a run. %1 leaves a terminal; all other keys go to its program.</source>
        <translation>请从机器或运行的菜单中打开。按 %1 离开终端；其他按键都交给终端里的程序。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Close this terminal?</source>
        <translation>关闭这个终端？</translation>
    </message>
    <message>
        <source>The program in it is told that the terminal was closed, and most programs then end. Runs that Trainyard launched continue.</source>
        <translation>其中的程序会得知终端已关闭，多数程序随后结束。由 Trainyard 启动的运行会继续。</translation>
    </message>
    <message>
        <source>Keep it open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <source>Open a terminal from the menu of a machine or of a run first.</source>
        <translation>请先从机器或运行的菜单中打开一个终端。</translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalPane</name>
    <message>
        <source>Find in the terminal</source>
        <translation>在终端中查找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>title of a tab</comment>
        <extracomment>the machine or run, and the title that the program in the terminal set</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>The program was ended by the signal %1.</source>
        <translation>程序被信号 %1 终止。</translation>
    </message>
    <message>
        <source>The program ended; its status is unknown.</source>
        <translation>程序已结束，退出状态未知。</translation>
    </message>
    <message>
        <source>The program ended.</source>
        <translation>程序已结束。</translation>
    </message>
    <message>
        <source>The program ended with status %1.</source>
        <translation>程序已结束，退出状态为 %1。</translation>
    </message>
    <message>
        <source>Press Enter to start a new one.</source>
        <translation>按 Enter 启动新的程序。</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Connection lost.</source>
        <translation>连接已断开。</translation>
    </message>
    <message>
        <source>Press Enter to connect again.</source>
        <translation>按 Enter 重新连接。</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>The terminal could not be opened.</source>
        <translation>无法打开终端。</translation>
    </message>
    <message>
        <source>Press Enter to try again.</source>
        <translation>按 Enter 重试。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Nothing above.</source>
        <translation>上方没有匹配。</translation>
    </message>
    <message>
        <source>Nothing below.</source>
        <translation>下方没有匹配。</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n line(s)?</source>
        <translation>
            <numerusform>粘贴 %n 行？</numerusform>
        </translation>
    </message>
    <message>
        <source>The program in the terminal may run each line as a command at once.</source>
        <translation>终端里的程序可能会立即把每一行当作命令执行。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Nothing was pasted.</source>
        <translation>未粘贴任何内容。</translation>
    </message>
    <message>
        <source>The program does not read so much now. Try again later, or copy it as a file.</source>
        <translation>程序目前读不了这么多内容。请稍后再试，或以文件形式复制。</translation>
    </message>
</context>
<context>
    <name>trainyard::TerminalView</name>
    <message>
        <source>Terminal</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>History of the terminal</source>
        <translation>终端的历史内容</translation>
    </message>
</context>
<context>
    <name>trainyard::TestStepRow</name>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>fine, with a note</source>
        <translation>正常，有提示</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未到这一步</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
</context>
<context>
    <name>trainyard::TopStrip</name>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Sandbox is running, its GPUs are simulated</source>
        <translation>沙箱正在运行，GPU 为模拟</translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%n 台已连接</numerusform>
        </translation>
    </message>
    <message>
        <source>No machine connected</source>
        <translation>没有已连接的机器</translation>
    </message>
    <message numerus="yes">
        <source>%n connecting</source>
        <translation>
            <numerusform>%n 台正在连接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreachable</source>
        <translation>
            <numerusform>%n 台无法访问</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation>
            <numerusform>%n 个传输</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, reconnecting</source>
        <translation>%1，重新连接中</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s) paused</source>
        <translation>
            <numerusform>%n 个传输已暂停</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s) failed</source>
        <translation>
            <numerusform>%n 个传输失败</numerusform>
        </translation>
    </message>
    <message>
        <source>No transfers</source>
        <translation>没有传输</translation>
    </message>
    <message>
        <source>Copy files to and from machines (Ctrl+J)</source>
        <translation>与机器互传文件（Ctrl+J）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>runs without a project</source>
        <translation>未归入项目的运行</translation>
    </message>
    <message>
        <source>idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>of %1, used up</source>
        <translation>共 %1，已用完</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n 个告警</numerusform>
        </translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>没有告警</translation>
    </message>
    <message>
        <source>Nothing is billed · Budgets</source>
        <translation>没有计费，预算</translation>
    </message>
    <message>
        <source>Nothing is billed. Budgets</source>
        <translation>没有计费。预算</translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n 个任务运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>The sandbox has stopped</source>
        <translation>沙箱已停止</translation>
    </message>
    <message>
        <source>No rented machine has a price. Set budgets that warn you and stop runs.</source>
        <translation>没有租用带价格的机器。可设定预算，到额时提醒并停止。</translation>
    </message>
    <message>
        <source>No active runs</source>
        <translation>没有任务运行</translation>
    </message>
    <message>
        <source>No alerts. Show earlier ones.</source>
        <translation>没有告警。显示之前的告警。</translation>
    </message>
    <message>
        <source>Details and what to do</source>
        <translation>详情与处理办法</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Find any action, page, run, machine, checkpoint or offer (%1)</source>
        <translation>查找任何操作、页面、运行、机器、检查点或报价（%1）</translation>
    </message>
    <message>
        <source>Trainyard was updated</source>
        <translation>Trainyard 已更新</translation>
    </message>
</context>
<context>
    <name>trainyard::TopologyView</name>
    <message>
        <source>How the GPUs are connected. %1</source>
        <translation>GPU 的连接方式。%1</translation>
    </message>
    <message>
        <source>near the processors %1</source>
        <translation>靠近处理器 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 and %2: %3, %4</source>
        <translation>%1 与 %2：%3，%4</translation>
    </message>
</context>
<context>
    <name>trainyard::Traces</name>
    <message>
        <source>one folder with the log, the metrics and the exit status</source>
        <translation>一个文件夹，含日志、指标和退出状态</translation>
    </message>
    <message>
        <source>the checkpoints it saves, until you delete them</source>
        <translation>它保存的检查点，直到你删除</translation>
    </message>
    <message>
        <source>a limit: the machine itself stops the run after %1 h</source>
        <translation>一个限制：机器会在 %1 小时后自行停止运行</translation>
    </message>
    <message>
        <source>one container, and its image if it is not there yet</source>
        <translation>一个容器；如果还没有镜像，还有镜像</translation>
    </message>
    <message>
        <source>a guard: the machine saves and stops the run by itself when its lease or budget runs out or it is idle</source>
        <translation>一个守卫：租约、预算用完或机器空闲时，机器会自行保存并停止运行</translation>
    </message>
    <message>
        <source>after ending the run by itself, the machine runs: %1</source>
        <translation>机器自行结束运行后会执行：%1</translation>
    </message>
</context>
<context>
    <name>trainyard::Transfer</name>
    <message>
        <source>%1 is not the same on both sides after copying. Check the disks, then copy it again.</source>
        <translation>复制后 %1 在两端不一致。请检查磁盘，然后重新复制。</translation>
    </message>
    <message>
        <source>%1 does not exist on this computer.</source>
        <translation>%1 在本机上不存在。</translation>
    </message>
    <message>
        <source>%1 on this computer cannot be read or written.</source>
        <translation>无法读写本机上的 %1。</translation>
    </message>
    <message>
        <source>%1 is neither a file nor a folder.</source>
        <translation>%1 既不是文件也不是文件夹。</translation>
    </message>
    <message>
        <source>%1 holds too many files to copy.</source>
        <translation>%1 中的文件太多，无法复制。</translation>
    </message>
    <message>
        <source>%1 on the machine is shorter than its file system says. Check the disk there.</source>
        <translation>机器上的 %1 比其文件系统所示的要短。请检查机器上的磁盘。</translation>
    </message>
    <message>
        <source>%1 holds too many files to list.</source>
        <translation>%1 里的文件太多，无法列出。</translation>
    </message>
    <message>
        <source>The machine&apos;s list of files could not be read.</source>
        <translation>无法读取机器的文件列表。</translation>
    </message>
    <message>
        <source>There is no folder %1 on the machine.</source>
        <translation>机器上没有文件夹 %1。</translation>
    </message>
    <message>
        <source>The machine&apos;s answer could not be read.</source>
        <translation>无法读取机器的应答。</translation>
    </message>
    <message>
        <source>The machine&apos;s disk is full. Free up space there, then copy again: files already copied are kept.</source>
        <translation>机器的磁盘已满。请在机器上腾出空间后重新复制：已有的内容会保留。</translation>
    </message>
    <message>
        <source>“%1” already exists and is different: choose another place, or add --replace.</source>
        <translation>“%1”已存在且内容不同：请选择其他位置，或使用 --replace。</translation>
    </message>
    <message>
        <source>%1 keeps changing while it is copied. Copy it when it is not being written.</source>
        <translation>%1 在复制期间不断变化。请在没有程序写入时再复制。</translation>
    </message>
    <message>
        <source>No permission to read or write %1 on this computer. Check its permissions.</source>
        <translation>无权读写本机上的 %1。请检查其权限。</translation>
    </message>
    <message>
        <source>The disk of this computer is full, so %1 could not be written. Free up space, then copy again: files already copied are kept.</source>
        <translation>本机磁盘已满，无法写入 %1。请腾出空间后重新复制：已有的内容会保留。</translation>
    </message>
    <message>
        <source>%1 on this computer is of another type than the file to copy, or a link. Move it away first.</source>
        <translation>本机上的 %1 与要复制到此处的内容类型不同，或者是链接。请先将其移走。</translation>
    </message>
    <message>
        <source>%1 is not a regular file, so it is not read.</source>
        <translation>%1 不是普通文件，不做读取。</translation>
    </message>
    <message>
        <source>“%1” was removed while the rest was copied, so the copy is not marked as complete: try again when the files do not change.</source>
        <translation>复制其余文件时“%1”被删除，因此副本未标记为完整：请在无人修改时重试。</translation>
    </message>
    <message>
        <source>Something is already being copied to the same place: wait until this is done.</source>
        <translation>正在向同一位置复制内容：请等待完成。</translation>
    </message>
    <message>
        <source>It is copied via this computer, which has %1 free and needs %2: free up space, or copy it to a store first.</source>
        <translation>内容需经过本机，本机剩余 %1，需要 %2：请腾出空间，或先复制到对象存储再从那里复制。</translation>
    </message>
    <message>
        <source>The folder %1 could not be created on the machine. Check the permissions of the folder above it.</source>
        <translation>无法在机器上建立文件夹 %1。请检查其上级文件夹的权限。</translation>
    </message>
</context>
<context>
    <name>trainyard::TransferDialog</name>
    <message>
        <source>To the machine</source>
        <translation>上传到机器</translation>
    </message>
    <message>
        <source>From the machine</source>
        <translation>从机器下载</translation>
    </message>
    <message>
        <source>Only what has changed</source>
        <translation>仅复制有变化的</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy files</source>
        <translation>复制文件</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>请先添加机器。</translation>
    </message>
    <message>
        <source>Choose at least one file or folder.</source>
        <translation>请至少选择一个文件或文件夹。</translation>
    </message>
    <message>
        <source>%1 does not exist on this computer.</source>
        <translation>本机上不存在 %1。</translation>
    </message>
    <message>
        <source>Skip files listed in .gitignore or .skyignore</source>
        <translation>略过 .gitignore 或 .skyignore 所列</translation>
    </message>
    <message>
        <source>Verify afterwards (SHA-256)</source>
        <translation>完成后校验（SHA-256）</translation>
    </message>
    <message>
        <source>Files and folders on this computer</source>
        <translation>本机的文件和文件夹</translation>
    </message>
    <message>
        <source>One per line.</source>
        <translation>每行一个。</translation>
    </message>
    <message>
        <source>To this folder on the machine</source>
        <translation>复制到机器上的文件夹</translation>
    </message>
    <message>
        <source>Created if missing. Files of the same name are replaced, each once its copy is complete.</source>
        <translation>不存在时会新建。同名文件将被替换，每个文件都在副本完整后才替换。</translation>
    </message>
    <message>
        <source>File or folder on the machine</source>
        <translation>机器上的文件或文件夹</translation>
    </message>
    <message>
        <source>To this folder on this computer</source>
        <translation>复制到这台电脑的文件夹</translation>
    </message>
    <message>
        <source>Only for files from this computer.</source>
        <translation>仅用于本机的文件。</translation>
    </message>
    <message>
        <source>Enter a file or folder on the machine.</source>
        <translation>请填写机器上的文件或文件夹。</translation>
    </message>
    <message>
        <source>Enter a folder on this computer.</source>
        <translation>请填写本机的文件夹。</translation>
    </message>
</context>
<context>
    <name>trainyard::TransferQueue</name>
    <message>
        <source>Stores are not known here.</source>
        <translation>这里不知道任何存储。</translation>
    </message>
    <message>
        <source>%1 is already in the list of transfers.</source>
        <translation>%1 已在传输列表中。</translation>
    </message>
</context>
<context>
    <name>trainyard::Transfers</name>
    <message>
        <source>%1, %2</source>
        <comment>time left, connections</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source> · </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 of %2 files</source>
        <translation>%1 / %2 个文件</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Scanning</source>
        <translation>扫描中</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <translation>
            <numerusform>%n 个连接</numerusform>
        </translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>重新连接中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>to %1, %2</source>
        <translation>至 %1，%2</translation>
    </message>
    <message>
        <source>from %1, %2 to %3</source>
        <translation>从 %1，%2 至 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <extracomment>name, place, then the state and its numbers</extracomment>
        <translation>%1 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个等待中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n paused</source>
        <translation>
            <numerusform>%n 个已暂停</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 个失败</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n 个运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Verified by MD5.</source>
        <translation>MD5 校验一致。</translation>
    </message>
    <message>
        <source>Verified by SHA-256.</source>
        <translation>SHA-256 校验一致。</translation>
    </message>
    <message>
        <source>Read back and verified.</source>
        <translation>已读回校验，内容一致。</translation>
    </message>
    <message>
        <source>Same size; the store provides no checksum.</source>
        <translation>大小一致；存储没有提供校验和。</translation>
    </message>
    <message>
        <source>Same size; the machine has no sha256sum.</source>
        <translation>大小一致；机器上没有 sha256sum。</translation>
    </message>
    <message>
        <source>Not verified.</source>
        <translation>未校验。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already existed.</source>
        <translation>
            <numerusform>%n 个文件原已存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped: not a file, or a link that points outside.</source>
        <translation>
            <numerusform>略过 %n 项：不是文件，或链接指向目录之外。</numerusform>
        </translation>
    </message>
    <message>
        <source>Starts when other transfers on this machine are done.</source>
        <translation>此机器上的其他传输完成后开始。</translation>
    </message>
    <message>
        <source>Listing the files on both sides.</source>
        <translation>正在查看两端的文件。</translation>
    </message>
    <message>
        <source>Transferring</source>
        <translation>传输中</translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation>校验中</translation>
    </message>
    <message>
        <source>Comparing both sides by checksum.</source>
        <translation>正在比较两端的校验和。</translation>
    </message>
    <message>
        <source>In progress when Trainyard closed. What was copied is kept.</source>
        <translation>Trainyard 关闭时正在传输。已传部分保留。</translation>
    </message>
    <message>
        <source>What was copied is kept for a retry.</source>
        <translation>已传部分保留，可再次尝试。</translation>
    </message>
    <message>
        <source>Will pause after this step.</source>
        <translation>此步骤完成后暂停。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
</context>
<context>
    <name>trainyard::TransfersPage</name>
    <message>
        <source>Transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Pause all</source>
        <translation>全部暂停</translation>
    </message>
    <message>
        <source>Retry failed</source>
        <translation>重试失败项</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成</translation>
    </message>
    <message>
        <source>Copy files…</source>
        <translation>复制文件…</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Resume all</source>
        <translation>全部继续</translation>
    </message>
    <message>
        <source>No transfers in progress.</source>
        <translation>没有正在进行的传输。</translation>
    </message>
    <message>
        <source>Transfers resume where they stopped when a connection is lost or Trainyard is closed. Drop files on a machine, or choose them here.</source>
        <translation>连接中断或 Trainyard 关闭后，传输从中断处继续。把文件拖到机器上，或在此选择。</translation>
    </message>
    <message>
        <source>No finished transfers yet.</source>
        <translation>还没有完成的传输。</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
</context>
<context>
    <name>trainyard::Tunnel</name>
    <message>
        <source>No port can be opened on this computer. Close some programs and try again.</source>
        <translation>本机无法打开端口。请关闭一些程序后再试。</translation>
    </message>
    <message>
        <source>Nothing listens on %1 of %2. Start the server there first.</source>
        <translation>%2 的 %1 上没有程序在监听。请先在那里启动服务。</translation>
    </message>
    <message>
        <source>Nothing listens on port %1 of %2. Start the server there first.</source>
        <translation>%2 的端口 %1 上没有程序在监听。请先在那里启动服务。</translation>
    </message>
    <message>
        <source>%1 cannot reach %2. Check the name, the port and that a server listens there.</source>
        <translation>%1 无法连到 %2。请检查名称、端口，以及那里是否有服务在监听。</translation>
    </message>
    <message>
        <source>%1 did not answer in time. Check that it is switched on and reachable.</source>
        <translation>%1 没有及时应答。请确认它已开机，并且网络可达。</translation>
    </message>
    <message>
        <source>%1 cannot be written. Check the disk and the folder&apos;s permissions.</source>
        <translation>无法写入 %1。请检查磁盘和文件夹权限。</translation>
    </message>
    <message>
        <source>The machine could not be reached in time for a program on this computer. It may try again.</source>
        <translation>未能及时为本机的程序连上机器。可让它再试一次。</translation>
    </message>
    <message>
        <source>This address cannot be opened in a browser.</source>
        <translation>无法在浏览器中打开这个地址。</translation>
    </message>
    <message>
        <source>“%1” is not a valid address for a tunnel. Use a port (8888), HOST:PORT or the path of a socket, optionally preceded by LOCALPORT: for this computer.</source>
        <translation>“%1”不是隧道地址。请给出端口（8888）、HOST:PORT 或套接字的路径；前面可加 LOCALPORT: 指定本机端口。</translation>
    </message>
    <message>
        <source>No tunnel is open on port %1 of this computer. `yard tunnel list` lists all tunnels.</source>
        <translation>本机端口 %1 上没有打开的隧道。`yard tunnel list` 列出所有隧道。</translation>
    </message>
</context>
<context>
    <name>trainyard::TunnelCommands</name>
    <message>
        <source>The tunnel works again.</source>
        <translation>隧道恢复正常。</translation>
    </message>
    <message>
        <source>Name a machine, and a port or socket on it.</source>
        <translation>需要给出机器以及它的端口或套接字。</translation>
    </message>
    <message>
        <source>Port %1 of this computer is in use; port %2 is used instead.</source>
        <translation>本机端口 %1 已被占用，改用端口 %2。</translation>
    </message>
    <message>
        <source>Forwarded to %1 on %2. Press Ctrl+C to close the tunnel.</source>
        <translation>已转发到 %2 的 %1。按 Ctrl+C 关闭隧道。</translation>
    </message>
    <message>
        <source>This command takes no arguments; it lists all tunnels.</source>
        <translation>此命令不接受参数：会列出所有隧道。</translation>
    </message>
    <message>
        <source>Name the local port of the tunnel.</source>
        <translation>请给出隧道在本机的端口。</translation>
    </message>
    <message>
        <source>Forwards a port or socket of a machine to 127.0.0.1 of this computer until Ctrl+C.</source>
        <translation>把机器上的端口或套接字转发到本机的 127.0.0.1，直到按 Ctrl+C。</translation>
    </message>
    <message>
        <source>Lists the open tunnels of the window and of all running yard commands.</source>
        <translation>列出窗口和所有运行中的 yard 打开的隧道。</translation>
    </message>
    <message>
        <source>Closes a tunnel within a second, no matter which program opened it.</source>
        <translation>关闭一条隧道（无论由谁打开），一秒内生效。</translation>
    </message>
</context>
<context>
    <name>trainyard::VariableRules</name>
    <message>
        <source>The value of %1 is written into the command line.</source>
        <translation>%1 的值被写进了命令行。</translation>
    </message>
    <message>
        <source>%1 becomes part of the image.</source>
        <translation>%1 会成为镜像的一部分。</translation>
    </message>
    <message>
        <source>Set the time-out in the program: init_process_group(timeout=timedelta(minutes=30)).</source>
        <translation>请在程序中设置超时：init_process_group(timeout=timedelta(minutes=30))。</translation>
    </message>
    <message>
        <source>There is no variable %1: probably %2 is meant.</source>
        <translation>没有变量 %1：可能是指 %2。</translation>
    </message>
    <message>
        <source>%1=%2 turns nothing on or off.</source>
        <translation>%1=%2 没有开启或关闭任何功能。</translation>
    </message>
    <message>
        <source>CUDA_LAUNCH_BLOCKING=1 waits for every kernel: training becomes much slower.</source>
        <translation>CUDA_LAUNCH_BLOCKING=1 会等待每个内核：训练会慢很多。</translation>
    </message>
    <message>
        <source>%1=1 turns off a fast path.</source>
        <translation>%1=1 会关闭一条快速通路。</translation>
    </message>
    <message>
        <source>With %1 nodes, MASTER_ADDR=%2 means another machine on each of them.</source>
        <translation>有 %1 个节点时，MASTER_ADDR=%2 在每个节点上指的都是它自己。</translation>
    </message>
    <message>
        <source>The allocator has no option “%1”.</source>
        <translation>分配器没有“%1”选项。</translation>
    </message>
    <message>
        <source>max_split_size_mb must be larger than 20.</source>
        <translation>max_split_size_mb 必须大于 20。</translation>
    </message>
    <message>
        <source>The image hides all GPUs but %1.</source>
        <translation>镜像隐藏了除 %1 以外的所有 GPU。</translation>
    </message>
    <message>
        <source>NVIDIA_DISABLE_REQUIRE=%1 disables nothing.</source>
        <translation>NVIDIA_DISABLE_REQUIRE=%1 什么也没有关闭。</translation>
    </message>
    <message>
        <source>Without compute, CUDA does not work in the container.</source>
        <translation>没有 compute，CUDA 在容器中无法工作。</translation>
    </message>
    <message>
        <source>NCCL has no port of its own to open.</source>
        <translation>NCCL 没有需要打开的专用端口。</translation>
    </message>
    <message>
        <source>TF_ENABLE_AUTO_MIXED_PRECISION is not a TensorFlow setting.</source>
        <translation>TF_ENABLE_AUTO_MIXED_PRECISION 不是 TensorFlow 自身的开关。</translation>
    </message>
    <message>
        <source>This line is not NAME=VALUE.</source>
        <translation>这一行不是 NAME=VALUE。</translation>
    </message>
    <message>
        <source>%1 is not an NCCL variable: no program reads it.</source>
        <translation>%1 不是 NCCL 的变量：没有程序读取它。</translation>
    </message>
    <message>
        <source>The command contains the value of %1.</source>
        <translation>命令中写有 %1 的值。</translation>
    </message>
    <message>
        <source>%1 is the name used by older releases.</source>
        <translation>%1 是旧版本使用的名称。</translation>
    </message>
    <message>
        <source>%1 is not a known variable: no program reads it.</source>
        <translation>%1 不是变量：没有程序读取它。</translation>
    </message>
    <message>
        <source>%1 is not a known NCCL variable.</source>
        <translation>不知道 NCCL 有 %1 这个变量。</translation>
    </message>
    <message>
        <source>%1 accepts %2, not “%3”.</source>
        <translation>%1 可取 %2，不能取“%3”。</translation>
    </message>
    <message>
        <source>%1=%2 is for debugging.</source>
        <translation>%1=%2 是用来排查故障的。</translation>
    </message>
    <message>
        <source>%1 cannot be reached from outside this machine.</source>
        <translation>%1 通不到这台机器之外。</translation>
    </message>
    <message>
        <source>“%1” has no value: separate key and value with a colon.</source>
        <translation>“%1”没有值：键和值之间要用冒号。</translation>
    </message>
    <message>
        <source>A space in CUDA_VISIBLE_DEVICES ends the list.</source>
        <translation>CUDA_VISIBLE_DEVICES 中的空格会使列表到此为止。</translation>
    </message>
    <message>
        <source>“%1” is not a valid GPU for CUDA_VISIBLE_DEVICES: it takes numbers and UUIDs.</source>
        <translation>“%1”不能用于 CUDA_VISIBLE_DEVICES：它只接受编号和 UUID。</translation>
    </message>
    <message>
        <source>GPU %1 appears twice in CUDA_VISIBLE_DEVICES, so no GPU is visible.</source>
        <translation>CUDA_VISIBLE_DEVICES 中 GPU %1 出现了两次：这样一个 GPU 也没有。</translation>
    </message>
    <message>
        <source>The driver has no part “%1”. Use %2.</source>
        <translation>驱动没有“%1”这一部分：已知的有 %2。</translation>
    </message>
    <message>
        <source>The condition is malformed at character %1: %2</source>
        <translation>条件在第 %1 个字符处有误：%2</translation>
    </message>
    <message>
        <source>There are spaces around “=”.</source>
        <translation>“=”两边有空格。</translation>
    </message>
    <message>
        <source>NCCL %1 does not exist.</source>
        <translation>没有 NCCL %1 这个版本。</translation>
    </message>
</context>
<context>
    <name>trainyard::Verification</name>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>校验和不符</translation>
    </message>
    <message>
        <source>%1 numbers are NaN, %2 infinite</source>
        <translation>%1 个数值为 NaN，%2 个为无穷</translation>
    </message>
    <message numerus="yes">
        <source>%n parts are damaged.</source>
        <translation>
            <numerusform>%n 处已损坏。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some numbers are not finite.</source>
        <translation>有些数值不是有限数。</translation>
    </message>
    <message>
        <source>All numbers are finite.</source>
        <translation>所有数值均为有限数。</translation>
    </message>
    <message>
        <source>the file is truncated</source>
        <translation>文件在它结束之前就结束了</translation>
    </message>
    <message>
        <source>compressed data cannot be decompressed</source>
        <translation>其中压缩的内容无法解压</translation>
    </message>
    <message>
        <source>could not be checked on the machine</source>
        <translation>在那里无法检查</translation>
    </message>
    <message>
        <source>its checksum could not be computed on the machine</source>
        <translation>在那里无法计算其校验和</translation>
    </message>
    <message>
        <source>whether the numbers are finite was not checked on the machine</source>
        <translation>没有在那里查看数值是否有限</translation>
    </message>
    <message numerus="yes">
        <source>%n parts could not be checked; no other problem found.</source>
        <translation>
            <numerusform>有 %n 项无法检查；其余没有问题。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checksums match.</source>
        <translation>
            <numerusform>%n 个校验和正确。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything is readable; the format has no checksums.</source>
        <translation>全部内容可读；该格式没有校验和。</translation>
    </message>
    <message>
        <source>the record header before it does not match the file&apos;s directory</source>
        <translation>它前面的记录头与文件目录不一致</translation>
    </message>
    <message>
        <source>is packed in an unsupported way</source>
        <translation>压缩方式未知</translation>
    </message>
</context>
<context>
    <name>trainyard::WebhookNotice</name>
    <message>
        <source>No webhook set: paste its address in the settings.</source>
        <translation>尚未设置 webhook：请在设置中粘贴地址。</translation>
    </message>
</context>
<context>
    <name>trainyard::WindowActions</name>
    <message>
        <source>Not possible right now.</source>
        <translation>现在无法执行。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>a menu, an entry of it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>The database is not open.</source>
        <translation>数据库尚未打开。</translation>
    </message>
    <message>
        <source>No good checkpoint of an unfinished run is known yet.</source>
        <translation>尚未发现未完成运行的可用检查点。</translation>
    </message>
    <message>
        <source>It is running, or about to.</source>
        <translation>沙箱正在运行或即将启动。</translation>
    </message>
    <message>
        <source>It is not running.</source>
        <translation>沙箱没有运行。</translation>
    </message>
    <message>
        <source>Launch a run…</source>
        <translation>启动运行…</translation>
    </message>
    <message>
        <source>Resume the latest good checkpoint…</source>
        <translation>从最新可用的检查点恢复…</translation>
    </message>
    <message>
        <source>Add a machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Budgets…</source>
        <translation>预算…</translation>
    </message>
    <message>
        <source>Start the sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Stop the sandbox</source>
        <translation>停止沙箱</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>On this page</source>
        <translation>本页</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
</context>
<context>
    <name>trainyard::Yard</name>
    <message>
        <source>Usage: yard [--json] NOUN VERB [ARGUMENTS]</source>
        <translation>用法：yard [--json] 名词 动词 [参数]</translation>
    </message>
    <message>
        <source>Unknown command. `yard --help` lists all commands.</source>
        <translation>未知命令。用 `yard --help` 查看所有命令。</translation>
    </message>
    <message>
        <source>
Exit status: 0 success, 1 the answer is no, 2 wrong usage or input, 3 unreachable or timed out,
4 authentication or host key refused, 5 remote command failed, 6 unknown, 130 cancelled.</source>
        <translation>
退出码：0 成功，1 答案为否，2 用法或输入有误，3 无法连接或超时，
4 登录或主机密钥被拒绝，5 远端命令失败，6 无法判断，130 已取消。</translation>
    </message>
    <message>
        <source>Until this is fixed, nothing new is recorded on this computer.</source>
        <translation>解决之前，这台电脑上不会记录任何新内容。</translation>
    </message>
    <message>
        <source>A command is missing. `yard --help` lists all commands.</source>
        <translation>缺少命令。用 `yard --help` 查看所有命令。</translation>
    </message>
</context>
</TS>
