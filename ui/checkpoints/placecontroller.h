// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoint locations that the user added: keeps the list, scans them, and shows the last known contents while one does not answer;
// sets up object stores when needed. Main thread; connects the Checkpoints page with the services.
#pragma once

#include "core/service/runs/checkpointsites.h"

#include <QObject>
#include <QPointer>
#include <QSet>

#include <stop_token>

class QWidget;

namespace trainyard {

class AddPlaceDialog;
class CheckpointsPage;
class StoreDialog;
class Services;
struct ObjectStoreConfig;

class PlaceController : public QObject {
    Q_OBJECT
public:
    PlaceController(Services &services, QWidget *window);
    ~PlaceController() override;

    // Call once; scans all locations.
    void setPage(CheckpointsPage *page);
    void lookAtAll();
    const QList<PlaceSnapshot> &places() const { return m_places; }

private:
    void lookAt(const CheckpointSite &site, bool mayAsk);
    void take(const QString &id, const Result<PlaceSnapshot> &look);
    void openDialog();
    void add(const CheckpointSite &site, bool isUnseen);
    void keep(const CheckpointSite &site, const std::optional<PlaceSnapshot> &look);
    void remove(const CheckpointSite &site);
    void undoRemoval();
    void openStoreDialog();
    void askStore(const ObjectStoreConfig &record, bool isKept);
    void showAll();
    void tell(const Error &error);

    Services &m_services;
    QWidget *m_window;
    QPointer<CheckpointsPage> m_page;
    QPointer<AddPlaceDialog> m_dialog;
    QPointer<StoreDialog> m_storeDialog;
    QList<PlaceSnapshot> m_places;
    QSet<QString> m_looking;
    std::optional<PlaceSnapshot> m_removed;  // the last one removed, for undo
    std::stop_source m_stop, m_dialogStop;
};

}  // namespace trainyard
