// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
// performance.md row 7c: how many rows a second the live table takes at 60 frames a second with a million rows behind it. Prints
// figures, asserts nothing. Offscreen, 1000x800, a tick of 16 ms with a forced repaint, following the tail.
#include "app/audit/auditmodel.h"
#include "app/audit/audittable.h"
#include "app/widgets/theme.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

namespace {

constexpr int startRows = 1'000'000;
constexpr int ticks = 250;
constexpr int tickMs = 16;

AuditRow makeRow(qint64 seq)
{
    static const QByteArray identities[] = {"reader", "agent", "uploader"};
    static const QByteArray endpoints[] = {"files_list", "files_read", "files_download_stream", "shell"};
    AuditRow row;
    row.seq = seq;
    row.utcMs = 1'796'000'000'000 + seq;
    row.identity = identities[seq % 3];
    row.endpoint = endpoints[seq % 4];
    row.decision = seq % 5 ? "allow" : "deny";
    row.code = seq % 5 ? "" : "path_denied";
    row.rule = "policy:endpoints.files_*";
    row.path = "/home/user/out/report-" + QByteArray::number(seq % 5000) + ".txt";
    row.status = seq % 5 ? 200 : 403;
    row.durationUs = 400 + seq % 3000;
    return row;
}

QList<AuditRow> makeRows(qint64 from, int count)
{
    QList<AuditRow> rows;
    rows.reserve(count);
    for (int i = 0; i < count; ++i)
        rows.append(makeRow(from + i));
    return rows;
}

double residentMiB()
{
    QFile file(u"/proc/self/statm"_s);
    return file.open(QIODevice::ReadOnly) ? double(file.readAll().split(' ').value(1).toLongLong()) * 4 / 1024 : 0;
}

void measure(AuditModel &model, AuditTable &table, int rowsPerTick, qint64 &seq)
{
    QList<double> work;
    QElapsedTimer all, tick;
    all.start();
    for (int i = 0; i < ticks; ++i) {
        const QList<AuditRow> rows = makeRows(seq, rowsPerTick); // made outside the measured work
        seq += rowsPerTick;
        tick.start();
        model.append(rows);
        model.flush();
        table.viewport()->repaint();
        QApplication::processEvents();
        work.append(double(tick.nsecsElapsed()) / 1e6);
        while (tick.elapsed() < tickMs)
            QApplication::processEvents(QEventLoop::AllEvents, 1);
    }
    const double seconds = double(all.elapsed()) / 1000;
    std::ranges::sort(work);
    std::printf("%7d rows/tick  %5.1f ticks/s  %9.0f rows/s  work p50 %5.1f ms  p99 %5.1f ms  rows %8d  rss %4.0f MiB\n", rowsPerTick, ticks / seconds,
        double(rowsPerTick) * ticks / seconds, work.at(work.size() / 2), work.at(work.size() * 99 / 100), model.rowCount(), residentMiB());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    applyTheme(application, Scheme::Light);
    AuditModel model;
    AuditTable table(model);
    table.resize(1000, 800);
    table.show();
    const double before = residentMiB();
    qint64 seq = 0;
    QElapsedTimer fill;
    fill.start();
    while (seq < startRows) {
        model.append(makeRows(seq, 10'000));
        seq += 10'000;
        model.flush();
    }
    std::printf("filled %d rows in %lld ms, %0.f MiB more\n", startRows, static_cast<long long>(fill.elapsed()), residentMiB() - before);
    for (const int rowsPerTick : {1, 1000, 2000, 10'000})
        measure(model, table, rowsPerTick, seq);
    return 0;
}
