import { Copy } from 'lucide-react'
import type { ItemOf, Out } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copy } from '#web/ui/copy.ts'
import { SelectField, Toggle } from '#web/ui/field.tsx'
import { dayOf, momentOf } from '#web/ui/time.tsx'

type Run = ItemOf<'listCheckins'>
type Changed = Extract<NonNullable<Run['snapshot']>, { changed: true }>

export function Checkins({ settings }: { settings: Out<'listCompetitors'>['checkins'] }) {
  const { isAdmin } = useSession()
  const set = useCall('setCheckins', { said: t('Saved; nothing is collected right now') })
  const { items } = useList('listCheckins', {})
  const cadence = settings.cadence ?? 'monthly'
  return (
    <>
      <Card
        title={t('Schedule')}
        note={
          isAdmin
            ? t('Collects again by itself and says what changed. Saving starts nothing now.')
            : t('Only admins change the schedule.')
        }
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Toggle
            label={settings.enabled ? t('Check-ins are on') : t('Check-ins are off')}
            checked={settings.enabled}
            disabled={!isAdmin}
            onChange={(enabled) => set.mutate({ enabled, ...(enabled && { cadence }) })}
          />
          <SelectField
            label={t('How often')}
            hideLabel
            disabled={!isAdmin || !settings.enabled}
            value={cadence}
            onChange={(event) => set.mutate({ enabled: true, cadence: event.target.value as 'weekly' })}
            options={[
              { value: 'weekly', label: t('Every 7 days') },
              { value: 'monthly', label: t('Every 30 days') },
              { value: 'quarterly', label: t('Every 90 days') },
            ]}
          />
          {settings.next_run_at && (
            <p className="text-xs text-faint">{t('Next: {day}', { day: dayOf(settings.next_run_at) })}</p>
          )}
        </div>
      </Card>
      {items.length === 0 && <p className="text-sm text-faint">{t('No check-in has run yet.')}</p>}
      {items.map((run) => (
        <RunCard key={run.id} run={run} />
      ))}
    </>
  )
}

function RunCard({ run }: { run: Run }) {
  const at = momentOf(run.completed_at ?? run.scheduled_for)
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
          look="quiet"
          icon={<Copy className="size-3.5" />}
          onClick={() => void copy(markdownOf(at, run.snapshot as Changed))}
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

/** The same table, for a message or a page elsewhere. */
export function markdownOf(at: string, { themes, opportunities, added, removed }: Changed): string {
  return [
    `## ${t('Check-in of {day}', { day: at })}`,
    '',
    `| ${t('Subject')} | ${t('Before')} | ${t('After')} | ${t('Change')} |`,
    '|---|---|---|---|',
    ...themes.map(
      ({ name, rank }) =>
        `| ${cell(name)} | ${t('rank')} ${rank.before + 1} | ${t('rank')} ${rank.after + 1} | ${arrow(rank.before - rank.after)} ${t('places')} |`,
    ),
    ...opportunities.map(
      ({ title, impactScore }) =>
        `| ${cell(title)} | ${t('impact')} ${impactScore.before} | ${t('impact')} ${impactScore.after} | ${arrow(impactScore.after - impactScore.before)} ${t('points')} |`,
    ),
    ...added.themes.map(({ name }) => `| ${cell(name)} | | | ${t('new')} |`),
    ...removed.themes.map(({ name }) => `| ${cell(name)} | | | ${t('gone')} |`),
    '',
    t('{count} new insights', { count: added.insights }),
  ].join('\n')
}
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Nearer 0 is up for a rank; +1 is more valuable for an impact. */
function Diff({ snapshot }: { snapshot: Changed }) {
  return (
    <table className="w-full text-sm">
      <tbody>
        {snapshot.themes.map(({ id, name, rank }) => (
          <tr key={id} className="border-t border-line first:border-t-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {name}
            </th>
            <td className="px-3 text-xs text-faint tabular-nums sm:whitespace-nowrap">
              {t('rank')} {rank.before + 1} → {rank.after + 1}
            </td>
            <td className="text-end whitespace-nowrap">
              <Arrow up={rank.after < rank.before} by={Math.abs(rank.after - rank.before)} what={t('places')} />
            </td>
          </tr>
        ))}
        {snapshot.opportunities.map(({ id, title, impactScore }) => (
          <tr key={id} className="border-t border-line first:border-t-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {title}
            </th>
            <td className="px-3 text-xs text-faint tabular-nums sm:whitespace-nowrap">
              {t('impact')} {impactScore.before} → {impactScore.after}
            </td>
            <td className="text-end whitespace-nowrap">
              <Arrow
                up={impactScore.after > impactScore.before}
                by={Math.abs(impactScore.after - impactScore.before)}
                what={t('points')}
              />
            </td>
          </tr>
        ))}
        {snapshot.added.themes.map(({ id, name }) => (
          <tr key={id} className="border-t border-line first:border-t-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {name}
            </th>
            <td className="px-3 text-xs text-pos-text">{t('new')}</td>
            <td />
          </tr>
        ))}
        {snapshot.removed.themes.map(({ id, name }) => (
          <tr key={id} className="border-t border-line first:border-t-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              {name}
            </th>
            <td className="px-3 text-xs text-neg-text">{t('gone')}</td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Arrow = ({ up, by, what }: { up: boolean; by: number; what: string }) =>
  by === 0 ? null : (
    <span className={up ? 'text-pos-text' : 'text-neg-text'}>
      {up ? '▲ +' : '▼ −'}
      {by} {what}
    </span>
  )
