// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/estimatepanel.h"

#include "core/base/decimal.h"
#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/spokentext.h"
#include "ui/common/stackedbar.h"
#include "ui/offers/needtext.h"
#include "ui/offers/offerwords.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr qint64 kMaxHours = 100'000;  // eleven years
constexpr qint64 kMaxMachines = 10'000;
constexpr qint64 kMaxGB = 1'000'000'000;
constexpr double kUnknownShare = 0.08;  // of the bar
constexpr int kWideFoot = 1000;         // design pixels
constexpr int kMaxLines = 6;            // side by side; further ones are listed with the total

int seriesOf(CostPart part)
{
    switch (part) {
    case CostPart::Compute: return 0;
    case CostPart::Interruptions: return 1;
    case CostPart::Egress: return 2;
    case CostPart::Disk: return 3;
    case CostPart::ObjectStorage: return 4;
    case CostPart::Requests: return 5;
    case CostPart::Depreciation: return 0;
    case CostPart::Energy: return 6;
    case CostPart::Contingency: return 7;
    }
    Q_UNREACHABLE();
}

}  // namespace

EstimatePanel::EstimatePanel(QWidget *parent)
    : Card(parent),
      m_fold(makeIconButton(QStringLiteral("estimateFold"), QStringLiteral("chevron-down"), tr("Collapse the estimate"), this)),
      m_name(new ElidedLabel(TextRole::Body, Ink::Text2, Qt::ElideRight, this)),
      m_without(new ElidedLabel(TextRole::Small, Ink::Warning, Qt::ElideRight, this)),
      m_total(new Label(TextRole::PageTitle, Ink::Text1, this)), m_advice(new Label(TextRole::Small, Ink::Text2, this)),
      m_body(new QWidget(this)), m_lines(new QWidget(this)), m_spotFields(new QWidget(this)), m_bar(new StackedBar(this)),
      m_own(makeButton(QStringLiteral("estimateOwn"), tr("Own hardware…"), ButtonVariant::Link, {}, this)),
      m_copy(makeButton(QStringLiteral("estimateCopy"), tr("Copy"), ButtonVariant::Normal, QStringLiteral("copy"), this)),
      m_connect(
          makeButton(QStringLiteral("estimateConnect"), tr("Connect a machine…"), ButtonVariant::Primary, QStringLiteral("link"), this)),
      m_rent(makeButton(QStringLiteral("estimateRent"), {}, ButtonVariant::Primary, QStringLiteral("tag"), this)), m_foot(new QHBoxLayout)
{
    setObjectName(QStringLiteral("estimatePanel"));
    setAccessibleName(tr("Estimate"));
    m_total->setObjectName(QStringLiteral("estimateTotal"));
    m_bar->setObjectName(QStringLiteral("estimateBar"));
    setSmall(m_fold);
    m_advice->setObjectName(QStringLiteral("estimateAdvice"));
    m_advice->setWordWrap(true);
    m_without->setAlignment(Qt::AlignRight);

    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(new Label(tr("Estimate"), TextRole::Section, Ink::Text1, this));
    head->addWidget(m_name, 1);
    head->addWidget(m_without);  // what is missing matters more than the whole name
    head->addWidget(m_total);
    head->addWidget(m_fold);

    auto *inputs = new QHBoxLayout;
    inputs->setSpacing(dp(10));
    m_hours = addField(inputs, QStringLiteral("estimateHours"), tr("Hours"), QStringLiteral("12"), tr("Hours of training"));
    setFocusProxy(m_hours);
    m_machines = addField(inputs, QStringLiteral("estimateMachines"), tr("Machines"), QStringLiteral("1"), tr("Number of machines"));
    m_disk = addField(inputs, QStringLiteral("estimateDisk"), tr("Disk, GB"), {}, tr("Disk of each machine in GB"));
    m_object = addField(inputs, QStringLiteral("estimateObject"), tr("Storage, GB"), {}, tr("Object storage in GB"));
    m_egress = addField(inputs, QStringLiteral("estimateEgress"), tr("Download, GB"), {}, tr("Download in GB"));
    m_margin = addField(inputs, QStringLiteral("estimateMargin"), tr("Reserve, %"), {}, tr("Reserve for the unexpected, in percent"));
    auto *spot = new QHBoxLayout(m_spotFields);
    spot->setContentsMargins(0, 0, 0, 0);
    spot->setSpacing(dp(10));
    m_write = addField(spot, QStringLiteral("estimateWrite"), tr("Save, min"), QStringLiteral("1"), tr("Minutes to write a checkpoint"));
    m_restart = addField(spot, QStringLiteral("estimateRestart"), tr("Restart, min"), QStringLiteral("5"),
                         tr("Minutes to restart on a new machine"));
    inputs->addWidget(m_spotFields);
    inputs->addStretch(1);

    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(dp(10));
    body->addLayout(inputs);
    body->addWidget(m_bar);
    body->addWidget(m_lines);
    m_foot->setSpacing(dp(8));
    m_foot->addWidget(m_advice, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    for (QPushButton *button : {m_own, m_copy, m_connect, m_rent})
        buttons->addWidget(button);
    m_foot->addLayout(buttons);
    body->addLayout(m_foot);
    auto *lines = new QHBoxLayout(m_lines);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(dp(16));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(15), dp(10), dp(15), dp(12));
    column->setSpacing(dp(8));
    column->addLayout(head);
    column->addWidget(m_body);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

    connect(m_fold, &QToolButton::clicked, this, [this] {
        setFolded(!m_isFolded);
        Q_EMIT foldToggled(m_isFolded);
    });
    m_own->setToolTip(tr("Adds your own hardware to the offers"));
    connect(m_own, &QPushButton::clicked, this, &EstimatePanel::ownRequested);
    connect(m_connect, &QPushButton::clicked, this, &EstimatePanel::connectRequested);
    m_rent->hide();
    connect(m_rent, &QPushButton::clicked, this, &EstimatePanel::rentRequested);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (m_book && m_offer)
            QGuiApplication::clipboard()->setText(estimateText(offerName(*m_book, *m_offer), m_view));
    });
    count();
}

// Beside the buttons, the advice needs more lines on a narrow page than there is height.
void EstimatePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_foot->setDirection(width() < dp(kWideFoot) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void EstimatePanel::setRentVerb(const QString &verb)
{
    m_rent->setText(verb);
    m_rent->setVisible(!verb.isEmpty());
    // One primary button.
    setVariant(m_connect, verb.isEmpty() ? ButtonVariant::Primary : ButtonVariant::Normal);
}

QLineEdit *EstimatePanel::addField(QHBoxLayout *row, const QString &objectName, const QString &label, const QString &text,
                                   const QString &name)
{
    auto *field = new QLineEdit(text, this);
    field->setObjectName(objectName);
    field->setAccessibleName(name);
    field->setToolTip(name);
    field->setPlaceholderText(QStringLiteral("0"));
    field->setMinimumWidth(dp(36));
    field->setMaximumWidth(dp(76));
    setSmall(field);
    auto *column = new QVBoxLayout;
    column->setSpacing(dp(3));
    auto *above = new Label(label, TextRole::Label, Ink::Text3, this);
    above->setBuddy(field);
    column->addWidget(above);
    column->addWidget(field);
    row->addLayout(column);
    connect(field, &QLineEdit::textChanged, this, [this] { read(false); });
    connect(field, &QLineEdit::editingFinished, this, [this] { read(true); });
    return field;
}

void EstimatePanel::read(bool isFinal)
{
    // The last valid value is kept until the next valid one.
    const auto take = [&](QLineEdit *field, int decimals, qint64 most, bool isOptional, auto &&use) {
        const QString text = field->text().trimmed();
        const bool isNone = isOptional && (text.isEmpty() || text == QLatin1String("0"));
        const auto value = isNone ? std::optional<qint64>(0) : amountFromText(text, decimals, most);
        if (value)
            use(*value);
        if (value || isFinal) {
            setInvalid(field, !value);
            field->setAccessibleDescription(value ? QString() : tr("Enter a number."));
        }
    };
    const auto minutes = [](qint64 hundredths) { return std::chrono::seconds(hundredths * 60 / 100); };
    take(m_hours, 2, kMaxHours, false, [&](qint64 hundredths) { m_inputs.time = std::chrono::seconds(hundredths * 36); });
    take(m_machines, 0, kMaxMachines, false, [&](qint64 machines) { m_inputs.machines = static_cast<int>(machines); });
    take(m_disk, 0, kMaxGB, true, [&](qint64 gb) { m_inputs.diskGB = gb; });
    take(m_object, 0, kMaxGB, true, [&](qint64 gb) { m_inputs.objectGB = gb; });
    take(m_egress, 0, kMaxGB, true, [&](qint64 gb) { m_inputs.egressGB = gb; });
    take(m_margin, 1, 1000, true, [&](qint64 permille) { m_inputs.contingencyPermille = static_cast<int>(permille); });
    take(m_write, 2, 10'000, false, [&](qint64 hundredths) { m_inputs.write = minutes(hundredths); });
    take(m_restart, 2, 10'000, false, [&](qint64 hundredths) { m_inputs.restart = minutes(hundredths); });
    count();
}

void EstimatePanel::setOffer(const OfferBookPtr &book, std::optional<size_t> offer, Currency currency)
{
    if (book == m_book && offer == m_offer && currency == m_currency)
        return;
    m_book = book;
    m_offer = offer;
    m_currency = currency;
    m_edited.reset();
    count();
}

void EstimatePanel::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    m_body->setVisible(!isFolded);
    m_fold->setIcon(icon(isFolded ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down")));
    m_fold->setToolTip(isFolded ? tr("Expand the estimate") : tr("Collapse the estimate"));
    m_fold->setAccessibleName(m_fold->toolTip());
}

void EstimatePanel::count()
{
    const bool hasOffer = m_book && m_offer;
    setDisabledReason(m_copy, hasOffer ? QString() : tr("Choose an offer first."));
    m_spotFields->setVisible(hasOffer && m_book->offers().purchases()[*m_offer] == Purchase::Spot);
    m_inputs.given = given();
    m_view = hasOffer ? estimateView(*m_book, *m_offer, m_inputs, m_currency) : EstimateView();
    m_name->setText(hasOffer ? offerName(*m_book, *m_offer) : tr("Choose an offer to see what a run on it costs."));
    m_total->setText(m_view.total.isEmpty() || m_view.total == unknownWord() ? m_view.total
                     : m_view.without.isEmpty()                              ? tr("about %1").arg(m_view.total)
                                                                             : tr("at least %1").arg(m_view.total));
    m_total->setAccessibleName(m_total->text());
    m_without->setText(m_view.problem             ? m_view.problem->what
                       : m_view.without.isEmpty() ? QString()
                                                  : tr("%1: unknown").arg(m_view.without));
    m_without->setVisible(!m_without->text().isEmpty());
    showLines(m_view);
}

void EstimatePanel::showLines(const EstimateView &view)
{
    auto *row = static_cast<QHBoxLayout *>(m_lines->layout());
    while (QLayoutItem *item = row->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            // It is deleted later and must not be found until then.
            widget->setParent(nullptr);
            widget->deleteLater();
        }
        delete item;
    }
    QList<BarPart> parts;
    QStringList spoken;
    // What is unknown is not nothing.
    const auto unknown = std::count_if(view.lines.begin(), view.lines.end(), [](const EstimateViewLine &line) { return !line.isKnown; });
    const double known = 1 - kUnknownShare * double(unknown);
    for (int i = 0; i < view.lines.size(); ++i) {
        const EstimateViewLine &line = view.lines[i];
        parts << BarPart{line.isKnown ? line.share * known : kUnknownShare, seriesOf(line.part),
                         line.name + QStringLiteral(": ") + line.amount, !line.isKnown};
        spoken << QStringLiteral("%1 %2").arg(line.name, line.amount);
        if (i < kMaxLines) {
            QWidget *made = makeLine(line, i);
            row->addWidget(made, 1);
            made->show();  // immediately: a field in it is about to get the focus
        }
    }
    for (auto i = view.lines.size(); i < 4; ++i)
        row->addStretch(1);  // few lines keep the width of several
    m_bar->setParts(parts, spoken.join(QStringLiteral(", ")));
    QStringList advice = view.advice;
    if (!view.rates.isEmpty())
        advice << tr("Converted at %1.").arg(view.rates);
    m_advice->setText(advice.join(QLatin1Char(' ')));
}

QWidget *EstimatePanel::makeLine(const EstimateViewLine &line, int index)
{
    auto *made = new QWidget(m_lines);
    made->setObjectName(QStringLiteral("estimateLine%1").arg(index));
    made->setAccessibleName(spokenSentences({line.name + QStringLiteral(": ") + line.amount, line.how, line.from, line.note}));
    QStringList tip{line.name};
    for (const QString &text : {line.how, line.from, line.note}) {
        if (!text.isEmpty())
            tip << text;
    }
    made->setToolTip(QStringLiteral("<qt>%1</qt>").arg(tip.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))));
    auto *name = new ElidedLabel(TextRole::Small, Ink::Text2, Qt::ElideRight, made);
    name->setText(line.name);
    auto *title = new QHBoxLayout;
    title->setSpacing(dp(6));
    title->addWidget(new SeriesMark(seriesOf(line.part), made));
    title->addWidget(name, 1);
    auto *column = new QVBoxLayout(made);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(2));
    column->addLayout(title);
    if (m_edited == line.part) {
        column->addWidget(makeFigure(line, made));
        column->addStretch(1);
        return made;
    }
    if (line.remedy != EstimateRemedy::None || !line.givenText.isEmpty()) {
        column->addWidget(makeRemedy(line, index, made), 0, Qt::AlignLeft);
    } else {
        auto *amount = new ElidedLabel(TextRole::Strong, line.isKnown ? Ink::Text1 : Ink::Warning, Qt::ElideRight, made);
        amount->setText(line.amount);
        column->addWidget(amount);
    }
    auto *how = new ElidedLabel(TextRole::Label, Ink::Text3, Qt::ElideRight, made);
    how->setText(!line.how.isEmpty() || line.remedy != EstimateRemedy::None ? line.how : line.note);
    auto *from = new ElidedLabel(TextRole::Label, line.isOld || line.isRecalled ? Ink::Warning : Ink::Text3, Qt::ElideRight, made);
    from->setText(line.from);
    how->setVisible(!how->text().isEmpty());
    column->addWidget(how);
    column->addWidget(from);
    column->addStretch(1);
    return made;
}

QWidget *EstimatePanel::makeRemedy(const EstimateViewLine &line, int index, QWidget *parent)
{
    const QString text = line.isKnown                           ? line.amount
                         : line.remedy == EstimateRemedy::Hours ? tr("unknown: set hours…")
                         : line.remedy == EstimateRemedy::Rate  ? tr("unknown: set rate…")
                                                                : tr("unknown: set price…");
    auto *give = makeButton(QStringLiteral("estimateGive%1").arg(index), text, ButtonVariant::Link, {}, parent);
    give->setAccessibleName(QStringLiteral("%1: %2").arg(line.name, text));
    give->setAccessibleDescription(line.isKnown ? tr("Change your value") : line.note);
    give->setToolTip(line.isKnown ? tr("Change your value") : line.note);
    const CostPart part = line.part;
    if (line.remedy == EstimateRemedy::Rate)
        connect(give, &QPushButton::clicked, this, &EstimatePanel::rateRequested);
    else
        connect(give, &QPushButton::clicked, this, [this, part] { edit(part); });
    return give;
}

QWidget *EstimatePanel::makeFigure(const EstimateViewLine &line, QWidget *parent)
{
    const bool isTime = line.part == CostPart::Interruptions;
    //: currency, and what it is paid for: "USD per GB-month"
    const QString unit = isTime ? tr("h between interruptions") : tr("%1 per %2").arg(currencyCode(m_currency), line.unit);
    auto *made = new QWidget(parent);
    auto *field = new QLineEdit(line.givenText, made);
    field->setObjectName(QStringLiteral("estimateFigure"));
    field->setAccessibleName(QStringLiteral("%1, %2").arg(line.name, unit));
    field->setMaximumWidth(dp(96));
    setSmall(field);
    auto *hint = makeProse(unit, TextRole::Label, Ink::Text3, made);
    auto *column = new QVBoxLayout(made);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(2));
    column->addWidget(field);
    column->addWidget(hint);
    connect(field, &QLineEdit::textChanged, field, [field] { setInvalid(field, false); });
    connect(field, &QLineEdit::returnPressed, this, [this, line, field] { take(line, field->text()); });
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), field, field, [this] {
        m_edited.reset();
        count();
    });
    escape->setContext(Qt::WidgetShortcut);
    return made;
}

void EstimatePanel::edit(CostPart part)
{
    m_edited = part;
    count();
    if (auto *field = m_lines->findChild<QLineEdit *>(QStringLiteral("estimateFigure"))) {
        field->setFocus();
        field->selectAll();
    }
}

void EstimatePanel::take(const EstimateViewLine &line, const QString &text)
{
    const QString figure = text.trimmed();
    std::optional<Money> price;
    std::optional<std::chrono::seconds> between;
    if (line.part == CostPart::Interruptions) {
        if (const auto hundredths = amountFromText(figure, 2, kMaxHours))
            between = std::chrono::seconds(*hundredths * 36);
    } else if (const auto money = Money::parse(QString(figure).replace(u',', u'.').toUtf8(), m_currency); money && money->nanos() >= 0) {
        price = *money;
    }
    if (!figure.isEmpty() && !price && !between) {
        auto *field = m_lines->findChild<QLineEdit *>(QStringLiteral("estimateFigure"));
        setInvalid(field, true);
        field->setAccessibleDescription(tr("Enter a number."));
        return;
    }
    GivenFigures &ofProvider = m_givenByProvider[m_book->offers().text(OfferText::Provider, *m_offer)];
    GivenFigures &ofOffer = m_givenByOffer[offerKey(*m_book, *m_offer)];
    switch (line.part) {
    case CostPart::Compute: ofOffer.compute = price; break;
    case CostPart::Interruptions: ofOffer.between = between; break;
    case CostPart::Disk: ofProvider.disk = price; break;
    case CostPart::ObjectStorage: ofProvider.object = price; break;
    case CostPart::Egress: ofProvider.egress = price; break;
    default: break;
    }
    m_edited.reset();
    count();
}

GivenFigures EstimatePanel::given() const
{
    if (!m_book || !m_offer)
        return {};
    GivenFigures all = m_givenByProvider.value(m_book->offers().text(OfferText::Provider, *m_offer));
    const GivenFigures own = m_givenByOffer.value(offerKey(*m_book, *m_offer));
    all.compute = own.compute;
    all.between = own.between;
    return all;
}

}  // namespace trainyard

#include "moc_estimatepanel.cpp"
