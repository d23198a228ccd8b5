import type { ItemOf } from '#web/api/client.ts'
import { categoryLabels } from '#web/labels.ts'
import { cx } from '#web/ui/cx.ts'

type Category = ItemOf<'listOpportunities'>['category']

const categoryMarks: Record<Category, { color: string; shape: (x: number, y: number) => string }> = {
  BUGS_AND_ERRORS: { color: 'var(--neg)', shape: (x, y) => `M${x - 5} ${y - 5}h10v10h-10Z` },
  PAIN_POINTS: { color: '#b07a1e', shape: (x, y) => `M${x} ${y - 6.5}L${x + 6.5} ${y + 5}H${x - 6.5}Z` },
  FEATURE_REQUESTS: {
    color: 'var(--accent)',
    shape: (x, y) => `M${x - 5.5} ${y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z`,
  },
  USABILITY_ISSUES: {
    color: 'var(--pos)',
    shape: (x, y) => `M${x} ${y - 6.5}L${x + 6.5} ${y}L${x} ${y + 6.5}L${x - 6.5} ${y}Z`,
  },
}

/** Colour and shape show the category, so that it does not depend on colour alone. */
export const CategoryMark = ({ category, x, y }: { category: Category; x: number; y: number }) => (
  <path
    d={categoryMarks[category].shape(x, y)}
    fill={categoryMarks[category].color}
    stroke={categoryMarks[category].color}
    strokeWidth={1.5}
    fillOpacity={0.35}
    className={cx(
      'transition-[fill-opacity] group-hover:[fill-opacity:0.9]',
      'group-focus-visible:stroke-[4px] group-focus-visible:[fill-opacity:0.9]',
    )}
  />
)

export const CategoryLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
    {(Object.keys(categoryMarks) as Category[]).map((category) => (
      <li key={category} className="inline-flex items-center gap-1.5">
        <svg width={14} height={14} aria-hidden>
          <CategoryMark category={category} x={7} y={7} />
        </svg>
        {categoryLabels()[category]}
      </li>
    ))}
  </ul>
)
