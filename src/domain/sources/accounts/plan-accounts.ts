import { companyDomain, mailDomain } from './domains.ts'
import type { SourceIdentity, StoredAccount } from './queries-match.ts'

/* Which account each contact belongs to, and what contacts say of it; pure. */

/** What a caller says of the company of a contact: absent fields stay, null removes one. */
type CompanyPatch = {
  name?: string | null | undefined
  domain?: string | null | undefined
  plan?: string | null | undefined
  mrr?: number | null | undefined
  size?: number | null | undefined
  attributes?: Record<string, unknown> | undefined
}
/** A contact that was written. */
export type AccountLink = {
  contact_id: string
  is_new: boolean
  email: string | null
  account_id: string | null
  /** As it is stored now; null where the contact has none. */
  company: CompanyPatch | null
  /** What was sent of it. */
  patch?: CompanyPatch | null | undefined
  identity?: SourceIdentity | undefined
}

type Account = StoredAccount & { isNew: boolean }
export type AccountPlan = {
  /** By contact; null where it leaves its account. */
  joins: Map<string, string | null>
  created: StoredAccount[]
  changed: StoredAccount[]
  domains: { domain: string; account_id: string }[]
  identities: (SourceIdentity & { account_id: string })[]
}

const keyOf = ({ provider, external_id }: SourceIdentity) => JSON.stringify([provider, external_id])
const lower = (text: string | null | undefined) => text?.trim().toLowerCase() || null

/** The monthly revenue that contacts show. */
function monthlyRevenue({ revenue_amount, revenue_period }: StoredAccount): number | null {
  if (revenue_amount === null || revenue_period === 'month') return revenue_amount
  return Math.round((revenue_amount / 12) * 100) / 100
}

class Accounts {
  readonly byId = new Map<string, Account>()
  readonly byDomain = new Map<string, Account>()
  readonly byIdentity = new Map<string, Account>()
  readonly plan: AccountPlan = { joins: new Map(), created: [], changed: [], domains: [], identities: [] }

  constructor(stored: readonly StoredAccount[], identities: AccountPlan['identities']) {
    for (const row of stored) this.add({ ...row, isNew: false })
    for (const identity of identities) {
      const account = this.byId.get(identity.account_id)
      if (account) this.byIdentity.set(keyOf(identity), account)
    }
  }

  add(account: Account): Account {
    this.byId.set(account.id, account)
    for (const domain of [...account.domains, ...account.mail_domains]) this.byDomain.set(domain, account)
    return account
  }

  /** With the same name, unless both have domains and these differ. */
  named(name: string, domain: string | null): Account | undefined {
    const same = [...this.byId.values()].filter((one) => lower(one.name) === name)
    return same.find((one) => domain === null || one.domains.length === 0)
  }

  claim(account: Account, domain: string, list: 'domains' | 'mail_domains') {
    const owner = this.byDomain.get(domain)
    if (owner && owner !== account) return
    if (account.domains.includes(domain)) return
    if (!owner) this.plan.domains.push({ domain, account_id: account.id })
    account[list] = [...account[list], domain]
    this.byDomain.set(domain, account)
  }
}

const newAccount = (id: string): Account => ({
  id,
  name: null,
  domains: [],
  mail_domains: [],
  plan: null,
  revenue_amount: null,
  revenue_currency: null,
  revenue_period: null,
  size: null,
  attributes: {},
  contacts: 0,
  isNew: true,
})

/** What the company of a contact is found by. */
type Known = { name: string | null; domain: string | null; mail: string | null; isOther: boolean }

function knownOf({ email, company, patch }: AccountLink, current: Account | undefined): Known {
  const [name, domain] = [lower(company?.name), companyDomain(company?.domain)]
  const isOther =
    (Boolean(patch?.name) && name !== lower(current?.name)) ||
    (Boolean(patch?.domain) && domain !== null && !current?.domains.includes(domain))
  return { name, domain, mail: mailDomain(email), isOther }
}

function findAccount(accounts: Accounts, link: AccountLink, current: Account | undefined, known: Known) {
  const { name, domain, mail, isOther } = known
  const identified = link.identity && accounts.byIdentity.get(keyOf(link.identity))
  if (identified) return identified
  if (current && !isOther) return current
  const byMail = mail === null ? undefined : accounts.byDomain.get(mail)
  if (name === null && domain === null) return byMail
  return (
    (domain === null ? undefined : accounts.byDomain.get(domain)) ??
    (name === null ? undefined : accounts.named(name, domain)) ??
    // A company of one contact was renamed; of several, this contact went to another.
    (current && current.contacts <= 1 ? current : undefined) ??
    (byMail?.name === null && byMail.domains.length === 0 ? byMail : undefined)
  )
}

function applyCompany(account: Account, said: CompanyPatch) {
  if (said.name) account.name = said.name
  if (said.plan !== undefined) account.plan = said.plan
  if (said.size !== undefined) account.size = said.size
  if (said.mrr !== undefined && said.mrr !== monthlyRevenue(account)) {
    account.revenue_amount = said.mrr
    account.revenue_period = said.mrr === null ? null : 'month'
    if (said.mrr === null) account.revenue_currency = null
  }
  const attributes = { ...account.attributes, ...said.attributes }
  account.attributes = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))
}

function linkContact(accounts: Accounts, link: AccountLink, newId: () => string) {
  const { joins, identities, created } = accounts.plan
  const current = link.account_id === null ? undefined : accounts.byId.get(link.account_id)
  if (link.patch === null) return void joins.set(link.contact_id, null)
  const known = knownOf(link, current)
  const { name, domain, mail } = known
  if (
    current &&
    link.patch &&
    name === null &&
    domain === null &&
    (link.patch.name === null || link.patch.domain === null)
  )
    return void joins.set(link.contact_id, null)
  const found = findAccount(accounts, link, current, known)
  if (!found && !name && !domain && !mail && !link.identity) return
  const account = found ?? accounts.add(newAccount(newId()))
  if (!found) created.push(account)
  const said = (!found && !current ? link.company : link.patch) ?? {}
  applyCompany(account, said)
  if (domain !== null && (known.isOther || !found)) accounts.claim(account, domain, 'domains')
  if (mail !== null && account.domains.length === 0 && account.mail_domains.length === 0)
    accounts.claim(account, mail, 'mail_domains')
  if (link.identity && !accounts.byIdentity.has(keyOf(link.identity))) {
    accounts.byIdentity.set(keyOf(link.identity), account)
    identities.push({ ...link.identity, account_id: account.id })
  }
  if (current === account) return
  account.contacts++
  joins.set(link.contact_id, account.id)
}

/** Whether a written contact can change an account or join one. */
export const concernsAccount = ({ is_new, patch, identity, email }: Omit<AccountLink, 'company' | 'account_id'>) =>
  patch !== undefined || identity !== undefined || (is_new && mailDomain(email) !== null)

export function planAccounts(
  links: readonly AccountLink[],
  stored: { accounts: readonly StoredAccount[]; identities: AccountPlan['identities'] },
  newId: () => string,
): AccountPlan {
  const before = new Map(stored.accounts.map((row) => [row.id, JSON.stringify({ ...row, contacts: 0 })]))
  const accounts = new Accounts(stored.accounts, stored.identities)
  for (const link of links) linkContact(accounts, link, newId)
  for (const { isNew, ...account } of accounts.byId.values())
    if (!isNew && before.get(account.id) !== JSON.stringify({ ...account, contacts: 0 }))
      accounts.plan.changed.push(account)
  return accounts.plan
}
