import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'

type Category = OutputOf<'listCategories'>['data'][number]

export function Categories({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useApiQuery('listCategories')
  return (
    <Card
      title={t('Categories')}
      note={t('The six categories are fixed; you can change their names and colors.')}
      flush
    >
      <ul>
        {data?.data.map((category) => (
          <CategoryRow key={category.key} category={category} isAdmin={isAdmin} />
        ))}
      </ul>
    </Card>
  )
}

function CategoryRow({ category, isAdmin }: { category: Category; isAdmin: boolean }) {
  const save = useApiMutation('updateCategory', {
    successMessage: t('Saved'),
    optimistic: ({ key, ...change }) => patchCache([key], change),
  })
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
      <input
        type="color"
        aria-label={t('Color of {name}', { name: category.name })}
        className="size-6 rounded border border-line bg-transparent"
        defaultValue={category.color}
        disabled={!isAdmin}
        onBlur={(event) =>
          event.target.value !== category.color && save.mutate({ key: category.key, color: event.target.value })
        }
      />
      <input
        aria-label={t('Name of {name}', { name: category.name })}
        className="min-w-0 flex-1 rounded bg-transparent px-1 py-0.5 text-sm hover:bg-hover disabled:opacity-70"
        defaultValue={category.name}
        maxLength={60}
        disabled={!isAdmin}
        onBlur={(event) =>
          event.target.value.trim() &&
          event.target.value !== category.name &&
          save.mutate({ key: category.key, name: event.target.value })
        }
      />
      <span className="text-xs text-faint tabular-nums">
        {t('{count, one {# insight} other {# insights}}', { count: category.insight_count })}
      </span>
    </li>
  )
}
