import { Bot, UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { May } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AddBox } from './add-box.tsx'
import { Corrections } from './corrections.tsx'
import { FirstQuestions } from './first-questions.tsx'
import { Promises } from './promises.tsx'
import { Reading, useReading } from './reading.tsx'

const ProductKindCard = lazy(() =>
  import('#web/shell/product-kind/product-kind-card.tsx').then((card) => ({ default: card.ProductKindCard })),
)

/** From what one has to the first themes, corrections and answers, on one page. */
export function AddPage() {
  const state = useReading()
  const { isAdmin } = useSession()
  const isRead = !state.busy && state.themes.length > 0
  const isNew = state.total === 0 && !state.busy
  return (
    <Page title={t('Add data')} narrow>
      <div className="grid gap-4">
        <May op="bulkFeedback">
          <AddBox />
        </May>
        {isNew && <Promises />}
        <Reading state={state} />
        {!state.busy && state.total > 0 && (
          <Suspense>
            <ProductKindCard />
          </Suspense>
        )}
        {isRead && (
          <>
            <May op="linkThemeInsights">
              <Corrections themes={state.themes} />
            </May>
            <FirstQuestions theme={state.themes[0]!.name} />
            <NextSteps isAdmin={isAdmin} />
          </>
        )}
      </div>
    </Page>
  )
}

const NextSteps = ({ isAdmin }: { isAdmin: boolean }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Step
      title={t('Add it to your assistant')}
      note={t('Claude, ChatGPT, Cursor and others then ask your feedback themselves.')}
      to={paths.settings('assistants')}
      icon={<Bot className="size-3.5" />}
      action={t('Connect an assistant')}
    />
    {isAdmin && (
      <Step
        title={t('Invite your team')}
        note={t('They see the same themes, and their corrections count too.')}
        to={paths.settings('members')}
        icon={<UserPlus className="size-3.5" />}
        action={t('Invite a teammate')}
      />
    )}
  </div>
)

type StepProps = { title: string; note: string; to: Path; icon: React.ReactNode; action: string }

const Step = ({ title, note, to, icon, action }: StepProps) => (
  <Card title={title} note={note}>
    <Link to={to} className={buttonClass()}>
      {icon}
      {action}
    </Link>
  </Card>
)
