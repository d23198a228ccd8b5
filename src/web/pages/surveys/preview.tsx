import { ExternalLink, Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/search.ts'
import { Card } from '#web/ui/card.tsx'
import { useWidth } from '#web/ui/charts.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type Detail = Out<'getSurvey'>
const screens = { desktop: { width: 1100, height: 1000 }, phone: { width: 390, height: 760 } }
/** A phone is shown no larger than it is. */
const widest = { desktop: Infinity, phone: 300 }

/** The page that people will see, drawn anew whenever a word of it changes. */
export function Preview({ survey }: { survey: Detail }) {
  const [filters, setFilters] = useFilters()
  const device = filters.device === 'phone' ? 'phone' : 'desktop'
  const theme = filters.look === 'dark' ? 'dark' : 'light'
  const page = filters.page === 'thanks' ? 'thanks' : 'questions'
  const set = (name: string, usual: string) => (value: string) =>
    setFilters({ [name]: value === usual ? undefined : value }, { replace: true })
  const address = `/app/surveys/${survey.id}/preview?theme=${theme}${page === 'thanks' ? '&page=thanks' : ''}`
  return (
    <Card
      title={t('Preview')}
      actions={
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-xs font-medium text-accent-text hover:underline"
        >
          {t('Open')}
          <ExternalLink className="size-3" />
        </a>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Tabs
          label={t('Screen')}
          value={device}
          onChange={set('device', 'desktop')}
          tabs={[
            { key: 'desktop', label: t('Desktop'), icon: <Monitor className="size-3.5" /> },
            { key: 'phone', label: t('Phone'), icon: <Smartphone className="size-3.5" /> },
          ]}
        />
        <Tabs
          label={t('Colours')}
          value={theme}
          onChange={set('look', 'light')}
          tabs={[
            { key: 'light', label: t('Light'), icon: <Sun className="size-3.5" /> },
            { key: 'dark', label: t('Dark'), icon: <Moon className="size-3.5" /> },
          ]}
        />
        <Tabs
          label={t('Page')}
          value={page}
          onChange={set('page', 'questions')}
          tabs={[
            { key: 'questions', label: t('Questions') },
            { key: 'thanks', label: t('Thanks') },
          ]}
        />
      </div>
      <Frame device={device} address={`${address}&of=${checksum(survey)}`} />
    </Card>
  )
}

/** A whole screen, made small. */
function Frame({ device, address }: { device: keyof typeof screens; address: string }) {
  const [ref, room] = useWidth()
  const { width, height } = screens[device]
  const scale = Math.min(room, widest[device]) / width
  return (
    <div ref={ref}>
      <div
        className="mx-auto overflow-hidden rounded-lg border border-line-strong"
        style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
      >
        <iframe
          key={address}
          src={address}
          title={t('The page of the survey')}
          className="block origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

/** Another number whenever something on the page is another on the server; what is only shown here already would be drawn too early. */
function checksum({ updated_at, questions }: Detail): string {
  let sum = 0
  for (const letter of JSON.stringify([updated_at, questions])) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0
  return (sum >>> 0).toString(36)
}
