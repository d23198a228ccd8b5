import { Command } from 'cmdk'
import {
  BookOpen,
  Compass,
  CornerDownLeft,
  Lightbulb,
  MessageCircleQuestion,
  MessageSquareText,
  Moon,
  Plus,
  Rocket,
  Shapes,
  SquareKanban,
  User,
  Zap,
} from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import { setPreferences, preferences } from '#web/preferences.ts'
import { cx } from '#web/ui/cx.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'
import { navItems } from '#web/shell/navigation.tsx'
import { useMay } from '#web/api/may.tsx'
import { useCommands } from './page-commands.ts'

const overlayClass = 'fixed inset-0 z-40 bg-[rgb(20_18_16/30%)] animate-[fade_100ms] dark:bg-[rgb(0_0_0/55%)]'
const panelClass = cx(
  'fixed inset-x-0 top-[14vh] z-50 mx-auto w-[calc(100vw-24px)] max-w-xl overflow-hidden rounded-xl border',
  'border-line bg-panel shadow-pop animate-[rise_110ms_ease-out]',
)

/** Navigation, search and commands in one input. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const go = (to: Path) => {
    onClose()
    void navigate(to)
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content aria-describedby={undefined} className={panelClass}>
          <Radix.Title className="sr-only">{t('Search or jump to…')}</Radix.Title>
          <Command label={t('Search or jump to…')} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={t('Search or jump to…')}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-sm text-faint">{t('Nothing found')}</Command.Empty>
              <SearchResults text={text} go={go} />
              <PageCommands onClose={onClose} />
              <Actions go={go} onClose={onClose} />
              <GoTo go={go} />
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const GoTo = ({ go }: { go: (to: Path) => void }) => (
  <Group heading={t('Go to')}>
    {navItems().map(({ to, label, icon: Icon, key }) => (
      <Row
        key={to}
        value={`go ${label}`}
        icon={<Icon />}
        label={label}
        keys={`G ${key.toUpperCase()}`}
        run={() => go(to)}
      />
    ))}
    <OtherPages go={go} />
    <Row
      value="go docs documentation api reference"
      icon={<BookOpen />}
      label={t('Documentation')}
      run={() => go(paths.docs())}
    />
  </Group>
)

/** Pages below those of the navigation. */
const OtherPages = ({ go }: { go: (to: Path) => void }) => {
  const pages = [
    ['add import paste file', t('Add data'), paths.add()],
    ['companies accounts', t('Companies'), paths.accounts()],
    ['segments', t('Segments'), paths.segments()],
    ['unsorted', t('Unsorted insights'), paths.unsorted()],
    ['surveys', t('Surveys'), paths.surveys()],
    ['integrations sources', t('Integrations'), paths.integrations()],
    ['csv uploads', t('CSV uploads'), paths.uploads()],
    ['jobs', t('Jobs'), paths.jobs()],
    ['changes proposed', t('Proposed changes'), paths.changes()],
    ['members team invite', t('Members'), paths.settings('members')],
    ['assistants mcp', t('Assistants'), paths.settings('assistants')],
  ] as const
  return pages.map(([words, label, to]) => (
    <Row key={to} value={`go ${words} ${label}`} icon={<CornerDownLeft />} label={label} run={() => go(to)} />
  ))
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className={cx(
      '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1',
      '[&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint',
    )}
  >
    {children}
  </Command.Group>
)

type RowProps = { value: string; icon: ReactNode; label: string; note?: string; keys?: string; run: () => void }

function Row({ value, icon, label, note, keys, run }: RowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={run}
      className="group flex h-9 items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-hover"
    >
      <span className="text-faint [&>svg]:size-4">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {note && <span className="max-w-40 truncate text-xs text-faint">{note}</span>}
      {keys ? (
        <Kbd keys={keys} />
      ) : (
        <CornerDownLeft className="size-3.5 text-faint opacity-0 group-data-[selected=true]:opacity-100" />
      )}
    </Command.Item>
  )
}

/** Commands that the current page has registered. */
function PageCommands({ onClose }: { onClose: () => void }) {
  const actions = useCommands()
  if (actions.length === 0) return null
  return (
    <Group heading={t('On this page')}>
      {actions.map(({ label, keys, run }) => (
        <Row
          key={label}
          value={`here ${label}`}
          icon={<Zap />}
          label={label}
          {...(keys && { keys })}
          run={() => {
            onClose()
            run()
          }}
        />
      ))}
    </Group>
  )
}

function Actions({ go, onClose }: { go: (to: Path) => void; onClose: () => void }) {
  const may = useMay()
  const dark = document.documentElement.classList.contains('dark')
  const create = [
    ['inbox', t('Add feedback'), 'ingestFeedback'],
    ['insights', t('New insight'), 'createInsight'],
    ['themes', t('New theme'), 'createTheme'],
    ['projects', t('New project'), 'buildProjects.create'],
    ['initiatives', t('New initiative'), 'buildInitiatives.create'],
    ['opportunities', t('New opportunity'), 'createOpportunity'],
    ['contacts', t('New contact'), 'upsertContact'],
  ] as const
  const allowed = create.filter(([, , op]) => may(op))
  return (
    <Group heading={t('Actions')}>
      {allowed.map(([page, label]) => (
        <Row
          key={page}
          value={`create ${label}`}
          icon={<Plus />}
          label={label}
          run={() => go(paths[page]({ create: '1' }))}
        />
      ))}
      <Row
        value="theme dark light appearance"
        icon={<Moon />}
        label={dark ? t('Switch to light mode') : t('Switch to dark mode')}
        run={() => {
          setPreferences({ ...preferences(), theme: dark ? 'light' : 'dark' })
          onClose()
        }}
      />
    </Group>
  )
}

const maxResults = 12

const icons = {
  theme: Shapes,
  subtheme: Shapes,
  project: SquareKanban,
  opportunity: Compass,
  initiative: Rocket,
  contact: User,
  insight: Lightbulb,
  feedback: MessageSquareText,
  comment: MessageSquareText,
} as const
const pathOf: Record<string, (id: string) => Path> = {
  theme: paths.theme,
  subtheme: paths.subtheme,
  project: paths.project,
  opportunity: paths.opportunity,
  initiative: paths.initiative,
  contact: paths.contact,
  insight: paths.insight,
  feedback: (id) => paths.inbox({ state: 'all', id }),
  comment: paths.comment,
}
const typeLabels = (): Record<string, string> => ({
  theme: t('Theme'),
  subtheme: t('Subtheme'),
  project: t('Project'),
  opportunity: t('Opportunity'),
  initiative: t('Initiative'),
  contact: t('Contact'),
  insight: t('Insight'),
  feedback: t('Feedback'),
  comment: t('Comment'),
})

const isQuestion = (q: string) => q.endsWith('?') || q.split(/\s+/).length > 2

/** Search results of the server, from two characters on. */
function SearchResults({ text, go }: { text: string; go: (to: Path) => void }) {
  const q = useDebounced(text.trim(), 150)
  const { data } = useApiQuery(
    'search',
    { q, limit: maxResults, types: Object.keys(icons) as (keyof typeof icons)[] },
    { enabled: q.length >= 2, keepPrevious: true },
  )
  if (q.length < 2 || !data) return null
  return (
    <Group heading={t('Results')}>
      {isQuestion(q) && (
        <Row
          value={`${text} ask`}
          icon={<MessageCircleQuestion />}
          label={t('Ask: {question}', { question: q })}
          run={() => go(paths.ask({ q }))}
        />
      )}
      {data.data.map((hit) => {
        const Icon = icons[hit.type as keyof typeof icons] ?? Lightbulb
        // The typed text in `value` keeps cmdk from filtering what the server has found.
        return (
          <Row
            key={hit.id}
            value={`${text} ${hit.id}`}
            icon={<Icon />}
            label={hit.title}
            note={typeLabels()[hit.type] ?? hit.type}
            run={() => go((pathOf[hit.type] ?? paths.insight)(hit.id))}
          />
        )
      })}
    </Group>
  )
}
