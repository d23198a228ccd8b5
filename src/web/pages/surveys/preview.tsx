import { ExternalLink, Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { Card } from '#web/ui/card.tsx'
import { useWidth } from '#web/ui/charts/use-width.ts'
import { Tabs } from '#web/ui/tabs.tsx'

type Detail = OutputOf<'getSurvey'>
const screens = { desktop: { width: 1100, height: 1000 }, phone: { width: 390, height: 760 } }
/** Largest displayed width, in pixels: a phone is shown no larger than it is. */
const maxWidth = { desktop: Infinity, phone: 300 }

/** The public page of the survey, reloaded after every change. */
export function Preview({ survey }: { survey: Detail }) {
  const [filters] = useFilters()
  const device = filters.device === 'phone' ? 'phone' : 'desktop'
  const theme = filters.look === 'dark' ? 'dark' : 'light'
  const page = filters.page === 'thanks' ? 'thanks' : 'questions'
  const url = `/app/surveys/${survey.id}/preview?theme=${theme}${page === 'thanks' ? '&page=thanks' : ''}`
  return (
    <Card
      title={t('Preview')}
      actions={
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-xs font-medium text-accent-text hover:underline"
        >
          {t('Open')}
          <ExternalLink className="size-3" />
        </a>
      }
    >
      <PreviewOptions device={device} theme={theme} page={page} />
      <ScaledFrame device={device} url={`${url}&of=${checksum(survey)}`} />
    </Card>
  )
}

type PreviewOptionsProps = {
  device: 'desktop' | 'phone'
  theme: 'light' | 'dark'
  page: 'questions' | 'thanks'
}

function PreviewOptions({ device, theme, page }: PreviewOptionsProps) {
  const [, setFilters] = useFilters()
  const setOption = (name: string, defaultValue: string) => (value: string) =>
    setFilters({ [name]: value === defaultValue ? undefined : value }, { replace: true })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Tabs
        label={t('Device')}
        value={device}
        onChange={setOption('device', 'desktop')}
        tabs={[
          { key: 'desktop', label: t('Desktop'), icon: <Monitor className="size-3.5" /> },
          { key: 'phone', label: t('Phone'), icon: <Smartphone className="size-3.5" /> },
        ]}
      />
      <Tabs
        label={t('Colors')}
        value={theme}
        onChange={setOption('look', 'light')}
        tabs={[
          { key: 'light', label: t('Light'), icon: <Sun className="size-3.5" /> },
          { key: 'dark', label: t('Dark'), icon: <Moon className="size-3.5" /> },
        ]}
      />
      <Tabs
        label={t('Page')}
        value={page}
        onChange={setOption('page', 'questions')}
        tabs={[
          { key: 'questions', label: t('Questions') },
          { key: 'thanks', label: t('Thanks') },
        ]}
      />
    </div>
  )
}

/** A full-size page scaled down to the available width. */
function ScaledFrame({ device, url }: { device: keyof typeof screens; url: string }) {
  const [ref, available] = useWidth()
  const { width, height } = screens[device]
  const scale = Math.min(available, maxWidth[device]) / width
  return (
    <div ref={ref}>
      <div
        className="mx-auto overflow-hidden rounded-lg border border-line-strong"
        style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
      >
        <iframe
          key={url}
          src={url}
          title={t('Survey page')}
          className="block origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

/** Changes with what the server has saved; optimistic changes would reload the page too early. */
function checksum({ updated_at, questions }: Detail): string {
  let sum = 0
  for (const letter of JSON.stringify([updated_at, questions])) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0
  return (sum >>> 0).toString(36)
}
