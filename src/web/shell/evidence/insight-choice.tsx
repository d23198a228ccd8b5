import { t } from '#web/i18n/t.ts'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import type { useApiList } from '#web/api/hooks.ts'

type List = Pick<ReturnType<typeof useApiList>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'> & {
  items: readonly object[]
}
type Props = { list: List; chosen: readonly string[]; onToggle: (id: string) => void }
type Insight = { id: string; name: string; quote?: string | null }

/** Insights with a box each; deleted ones of the list have none. */
export const InsightChoice = ({ list, chosen, onToggle }: Props) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-xs font-medium text-soft">{t('Insights')}</legend>
    <ul className="max-h-[40vh] overflow-y-auto rounded-md border border-line">
      {list.items.map(
        (one) =>
          'name' in one && <Choice key={idOf(one)} insight={one as Insight} chosen={chosen} onToggle={onToggle} />,
      )}
    </ul>
    <ShowMore list={list} busy={list.isFetchingNextPage} />
  </fieldset>
)

const idOf = (one: object) => (one as Insight).id

type ChoiceProps = Omit<Props, 'list'> & { insight: Insight }

const Choice = ({ insight: { id, name, quote }, chosen, onToggle }: ChoiceProps) => (
  <li className="border-t border-line first:border-t-0">
    <label className="flex items-start gap-2.5 px-3 py-2 text-sm hover:bg-hover">
      <input
        type="checkbox"
        className="mt-1 size-3.5 accent-accent"
        checked={chosen.includes(id)}
        onChange={() => onToggle(id)}
      />
      <span className="min-w-0 flex-1">
        {name}
        {quote && <span className="line-clamp-1 text-xs text-faint">{quote}</span>}
      </span>
    </label>
  </li>
)
