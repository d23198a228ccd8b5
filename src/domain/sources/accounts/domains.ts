import { readFileSync } from 'node:fs'
import { domainPattern } from '#vocabulary/patterns.ts'

/* Which domains belong to a company; pure. */

/** One domain a line; those below a listed one are public too. */
const publicDomains = new Set(
  readFileSync(new URL('public-mail-domains.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)
const isDomain = new RegExp(domainPattern)

/** Where everyone can have an address. */
export const isPublicMailDomain = (domain: string): boolean =>
  domain.split('.').some((_, n, labels) => publicDomains.has(labels.slice(n).join('.')))

/** The domain of a company in a text such as https://www.acme.example/; null where it is none of a company. */
export function companyDomain(text: string | null | undefined): string | null {
  const domain = /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()
  return domain && domain.length <= 253 && isDomain.test(domain) && !isPublicMailDomain(domain) ? domain : null
}

export const mailDomain = (email: string | null | undefined): string | null =>
  email ? companyDomain(email.slice(email.lastIndexOf('@') + 1)) : null
