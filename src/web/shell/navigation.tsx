import {
  Compass,
  Crosshair,
  Database,
  Inbox,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  MessageCircleHeart,
  MessageCircleQuestion,
  Rocket,
  Settings,
  Shapes,
  SquareKanban,
  Users,
} from 'lucide-react'
import { hasRoute } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { type Path, paths } from '#web/routes/paths.ts'

export type NavItem = {
  to: Path
  label: string
  key: string
  icon: LucideIcon
  group: 'listen' | 'understand' | 'plan' | 'manage'
  needs?: string
}

/** The main navigation, in the order of the work: listen, understand, plan, manage. */
export const navItems = (): NavItem[] => allNavItems().filter(({ needs }) => needs === undefined || hasRoute(needs))

const allNavItems = (): NavItem[] => [
  { to: paths.dashboard(), label: t('Dashboard'), key: 'd', icon: LayoutDashboard, group: 'listen' },
  { to: paths.inbox(), label: t('Inbox'), key: 'i', icon: Inbox, group: 'listen' },
  { to: paths.ask(), label: t('Ask'), key: 'a', icon: MessageCircleQuestion, group: 'listen' },
  { to: paths.insights(), label: t('Insights'), key: 'n', icon: Lightbulb, group: 'understand' },
  { to: paths.themes(), label: t('Themes'), key: 't', icon: Shapes, group: 'understand' },
  { to: paths.contacts(), label: t('Contacts'), key: 'c', icon: Users, group: 'understand' },
  {
    to: paths.competitors(),
    label: t('Competitors'),
    key: 'k',
    icon: Crosshair,
    group: 'understand',
    needs: 'listCompetitors',
  },
  { to: paths.nps(), label: t('Surveys & NPS'), key: 's', icon: MessageCircleHeart, group: 'understand' },
  { to: paths.opportunities(), label: t('Opportunities'), key: 'o', icon: Compass, group: 'plan' },
  { to: paths.initiatives(), label: t('Initiatives'), key: 'v', icon: Rocket, group: 'plan' },
  { to: paths.projects(), label: t('Projects'), key: 'p', icon: SquareKanban, group: 'plan' },
  {
    to: hasRoute('listCsvUploads') ? paths.uploads() : paths.jobs(),
    label: t('Data'),
    key: 'u',
    icon: Database,
    group: 'manage',
  },
  { to: paths.settings('profile'), label: t('Settings'), key: ',', icon: Settings, group: 'manage' },
]
