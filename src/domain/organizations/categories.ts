import type { Category as CategoryKey } from '#vocabulary/categories.ts'

type Category = { key: CategoryKey; name: string; description: string; color: string }

/** The categories of a new organization; admins may rename and recolour them. */
export const defaultCategories: readonly Category[] = [
  {
    key: 'PAIN_POINTS',
    name: 'Pain points',
    description: 'Something customers struggle with or that costs them time, money or patience.',
    color: '#dc2626',
  },
  {
    key: 'DELIGHTS',
    name: 'Delights',
    description: 'Something customers praise and would miss if it were gone.',
    color: '#16a34a',
  },
  {
    key: 'GENERAL_FEEDBACK',
    name: 'General feedback',
    description: 'An opinion or remark that asks for nothing in particular.',
    color: '#64748b',
  },
  {
    key: 'FEATURE_REQUESTS',
    name: 'Feature requests',
    description: 'Something customers want the product to do that it does not do yet.',
    color: '#2563eb',
  },
  {
    key: 'USABILITY_ISSUES',
    name: 'Usability issues',
    description: 'Something that works but is hard to find, to understand or to use.',
    color: '#d97706',
  },
  {
    key: 'BUGS_AND_ERRORS',
    name: 'Bugs and errors',
    description: 'Something that fails, breaks or answers differently from what it promises.',
    color: '#9333ea',
  },
]
