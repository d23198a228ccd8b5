import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const DefinitionDialog = lazy(async () => ({
  default: (await import('#web/shell/theme-definition/definition-dialog.tsx')).DefinitionDialog,
}))

type Theme = Pick<OutputOf<'getTheme'>, 'id' | 'name' | 'definition' | 'belongs' | 'does_not_belong' | 'archived_at'>

/** What people say belongs in the theme, and what does not. */
export function DefinitionCard({ theme }: { theme: Theme }) {
  const [editing, setEditing] = useState(false)
  const isEmpty = !theme.definition && theme.belongs.length + theme.does_not_belong.length === 0
  return (
    <Card
      title={t('What belongs in it')}
      actions={
        theme.archived_at === null && (
          <Button op="updateTheme" size="sm" variant="quiet" icon={Pencil} onClick={() => setEditing(true)}>
            {t('Edit')}
          </Button>
        )
      }
    >
      {isEmpty && <p className="text-sm text-faint">{t('Nothing yet; the analysis goes by the name.')}</p>}
      {theme.definition && <p className="text-sm">{theme.definition}</p>}
      <Statements title={t('Belongs')} statements={theme.belongs} />
      <Statements title={t('Does not belong')} statements={theme.does_not_belong} />
      {editing && (
        <Suspense fallback={null}>
          <DefinitionDialog theme={theme} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Statements({ title, statements }: { title: string; statements: readonly string[] }) {
  if (statements.length === 0) return null
  return (
    <>
      <h3 className="mt-2 text-xs text-faint">{title}</h3>
      <ul className="text-sm text-soft">
        {statements.map((one) => (
          <li key={one}>“{one}”</li>
        ))}
      </ul>
    </>
  )
}
