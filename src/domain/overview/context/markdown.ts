import type { Section, Sections } from './fit-token-budget.ts'

type Row = Record<string, unknown>

const titles: Record<Section, string> = {
  profile: 'About the company',
  glossary: 'Glossary',
  entries: 'Notes',
  segments: 'Segments',
  categories: 'Categories',
  top_themes: 'Top themes',
  rising_themes: 'Rising themes',
  quiet_themes: 'Themes going quiet',
  nps: 'NPS',
  opportunities: 'Opportunities',
  initiatives_in_progress: 'Initiatives in progress',
  projects_in_progress: 'Projects in progress',
  competitors: 'Competitors',
  sources: 'Sources',
  coverage: 'Coverage',
  features: 'Features',
}

/** One line: a line break in a customer's text must not start a heading. */
const plain = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim()

/** The row's first field in bold, then the others. */
const lineOf = (row: unknown): string => {
  if (row === null || typeof row !== 'object') return `- ${plain(row)}`
  const { id: _, color: __, ...rest } = row as Row
  const [first, ...others] = Object.entries(rest).filter(([, value]) => value !== null)
  const more = others.map(([key, value]) => `${key.replaceAll('_', ' ')} ${plain(value)}`).join(', ')
  return `- **${plain(first?.[1] ?? '')}**${more ? `: ${more}` : ''}`
}

function bodyOf(value: unknown): string {
  if (value === null) return 'None yet.'
  if (Array.isArray(value)) return value.length ? value.map(lineOf).join('\n') : 'None yet.'
  const entries = Object.entries(value as Row).filter(
    ([, one]) => one !== null && !(Array.isArray(one) && one.length === 0),
  )
  return entries.length
    ? entries
        .map(
          ([key, one]) =>
            `- ${key.replaceAll('_', ' ')}: ${Array.isArray(one) ? one.map(plain).join('; ') : plain(one)}`,
        )
        .join('\n')
    : 'None yet.'
}

export const markdownOf = (name: string, sections: Sections): string =>
  [
    `# ${plain(name)}`,
    ...Object.entries(sections).map(([section, value]) => `## ${titles[section as Section]}\n\n${bodyOf(value)}`),
  ].join('\n\n')
