import { readFileSync } from 'node:fs'
import { providerInfos } from '#domain/integrations/providers/registry.ts'

/* The section of docs/fetching.md that lists the providers. */

const path = 'docs/fetching.md'
const section = /(<!-- providers: [^>]*-->\n)[\s\S]*?(<!-- \/providers -->)/

const describe = ({ name, provider, description, records, steps, fields, credential, notes, documentation }: Info) =>
  [
    `### ${name}`,
    `\`${provider}\` → ${records.map((record) => record.replaceAll('_', ' ')).join(', ')}. ${description}`,
    steps.map(({ text, url }, n) => `${n + 1}. ${text}${url ? ` [Open](${url})` : ''}`).join('\n'),
    [
      ...fields.filter(({ required }) => required).map((one) => `- \`${one.name}\`: ${one.description}`),
      ...credential.map((one) => `- \`credential.${one.name}\`: ${one.description}`),
    ].join('\n'),
    `${notes.join(' ')} [Its documentation](${documentation})`.trim(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

type Info = (typeof providerInfos)[number]

export const providerDocs = () => ({
  path,
  text: readFileSync(path, 'utf8').replace(
    section,
    (_all, start: string, end: string) =>
      `${start}\n${providerInfos
        .filter(({ pull }) => pull)
        .map(describe)
        .join('\n\n')}\n\n${end}`,
  ),
})
