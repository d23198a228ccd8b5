import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { SelectField, Toggle } from '#web/ui/forms/field.tsx'
import { formatDateTime, formatDay } from '#web/ui/time.tsx'

type Run = ItemOf<'listCheckins'>
type Snapshot = Extract<NonNullable<Run['snapshot']>, { changed: true }>
type CheckinSettings = OutputOf<'listCompetitors'>['checkins']

export function CheckinsTab({ settings }: { settings: CheckinSettings }) {
  const { items } = useApiList('listCheckins', {})
  return (
    <>
      <CheckinSchedule settings={settings} />
      {items.length === 0 && <p className="text-sm text-faint">{t('No check-in has run yet.')}</p>}
      {items.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
    </>
  )
}

function CheckinSchedule({ settings }: { settings: CheckinSettings }) {
  const { isAdmin } = useSession()
  const save = useApiMutation('setCheckins', { successMessage: t('Saved. The next run follows the schedule.') })
  const cadence = settings.cadence ?? 'monthly'
  return (
    <Card
      title={t('Schedule')}
      note={
        isAdmin
          ? t('Collects reviews on a schedule and reports what changed. Saving does not start a run.')
          : t('Only admins can change the schedule.')
      }
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Toggle
          label={settings.enabled ? t('Check-ins are on') : t('Check-ins are off')}
          checked={settings.enabled}
          disabled={!isAdmin}
          onChange={(enabled) => save.mutate({ enabled, ...(enabled && { cadence }) })}
        />
        <SelectField
          label={t('Frequency')}
          hideLabel
          disabled={!isAdmin || !settings.enabled}
          value={cadence}
          onChange={(event) => save.mutate({ enabled: true, cadence: event.target.value as 'weekly' })}
          options={cadenceOptions()}
        />
        {settings.next_run_at && (
          <p className="text-xs text-faint">{t('Next: {day}', { day: formatDay(settings.next_run_at) })}</p>
        )}
      </div>
    </Card>
  )
}

const cadenceOptions = () =>
  toOptions({ weekly: t('Every 7 days'), monthly: t('Every 30 days'), quarterly: t('Every 90 days') })

function RunCard({ run }: { run: Run }) {
  const at = formatDateTime(run.completed_at ?? run.scheduled_for)
  if (!run.snapshot)
    return (
      <p className="text-sm text-faint">
        {at}: {run.error_code ?? run.status}
      </p>
    )
  if (!run.snapshot.changed)
    return (
      <p className="text-sm text-faint">
        {at}: {t('no change')}
      </p>
    )
  return (
    <Card
      title={at}
      note={t('{count} new insights', { count: run.snapshot.added.insights })}
      actions={
        <Button
          size="sm"
          variant="quiet"
          icon={Copy}
          onClick={() => void copyToClipboard(markdownOf(at, run.snapshot as Snapshot))}
        >
          {t('Copy as Markdown')}
        </Button>
      }
    >
      <Diff snapshot={run.snapshot} />
    </Card>
  )
}

const arrow = (by: number) => (by > 0 ? `▲ +${by}` : `▼ −${-by}`)
const markdownRow = (...cells: string[]) => `| ${cells.join(' | ')} |`

/** The changes as a Markdown table. */
function markdownOf(at: string, { themes, opportunities, added, removed }: Snapshot): string {
  return [
    `## ${t('Check-in on {day}', { day: at })}`,
    '',
    markdownRow(t('Topic'), t('Before'), t('After'), t('Change')),
    '|---|---|---|---|',
    ...themes.map(({ name, rank }) =>
      markdownRow(
        cell(name),
        `${t('rank')} ${rank.before + 1}`,
        `${t('rank')} ${rank.after + 1}`,
        `${arrow(rank.before - rank.after)} ${t('places')}`,
      ),
    ),
    ...opportunities.map(({ title, impactScore: { before, after } }) =>
      markdownRow(
        cell(title),
        `${t('impact')} ${before}`,
        `${t('impact')} ${after}`,
        `${arrow(after - before)} ${t('points')}`,
      ),
    ),
    ...added.themes.map(({ name }) => `| ${cell(name)} | | | ${t('new')} |`),
    ...removed.themes.map(({ name }) => `| ${cell(name)} | | | ${t('removed')} |`),
    '',
    t('{count} new insights', { count: added.insights }),
  ].join('\n')
}
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A lower rank and a higher impact score are improvements. */
function Diff({ snapshot: { themes, opportunities, added, removed } }: { snapshot: Snapshot }) {
  return (
    <table className="w-full text-sm">
      <tbody>
        {themes.map(({ id, name, rank: { before, after } }) => (
          <DiffRow key={id} name={name} change={`${t('rank')} ${before + 1} → ${after + 1}`}>
            <Arrow up={after < before} by={Math.abs(after - before)} what={t('places')} />
          </DiffRow>
        ))}
        {opportunities.map(({ id, title, impactScore: { before, after } }) => (
          <DiffRow key={id} name={title} change={`${t('impact')} ${before} → ${after}`}>
            <Arrow up={after > before} by={Math.abs(after - before)} what={t('points')} />
          </DiffRow>
        ))}
        {added.themes.map(({ id, name }) => (
          <ThemeRow key={id} name={name} note={t('new')} className="text-pos-text" />
        ))}
        {removed.themes.map(({ id, name }) => (
          <ThemeRow key={id} name={name} note={t('removed')} className="text-neg-text" />
        ))}
      </tbody>
    </table>
  )
}

const DiffRow = ({ name, change, children }: { name: string; change: string; children: ReactNode }) => (
  <tr className="border-t border-line first:border-t-0">
    <th scope="row" className="py-1.5 text-start font-normal">
      {name}
    </th>
    <td className="px-3 text-xs text-faint tabular-nums sm:whitespace-nowrap">{change}</td>
    <td className="text-end whitespace-nowrap">{children}</td>
  </tr>
)

const ThemeRow = ({ name, note, className }: { name: string; note: string; className: string }) => (
  <tr className="border-t border-line first:border-t-0">
    <th scope="row" className="py-1.5 text-start font-normal">
      {name}
    </th>
    <td className={cx('px-3 text-xs', className)}>{note}</td>
    <td />
  </tr>
)

const Arrow = ({ up, by, what }: { up: boolean; by: number; what: string }) =>
  by === 0 ? null : (
    <span className={up ? 'text-pos-text' : 'text-neg-text'}>
      {up ? '▲ +' : '▼ −'}
      {by} {what}
    </span>
  )
