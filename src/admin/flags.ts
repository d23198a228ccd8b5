import { formats } from '#contract/core/formats.ts'
import type { Scope } from '#contract/core/route.ts'

/** The command line was wrong; the message says which flag and shows how it is meant. */
export class WrongFlags extends Error {
  override name = 'UsageError'
}

/** How the text of a flag is read; undefined means it cannot be. */
export type Flag<T> = { read: (text: string) => T | undefined; takes: string; optional?: true }
export type Flags = Record<string, Flag<unknown>>
type Value<F> = F extends Flag<infer T> ? (F extends { optional: true } ? T | undefined : T) : never
export type Values<F extends Flags> = { [K in keyof F]: Value<F[K]> }

export const optional = <T>(flag: Flag<T>) => ({ ...flag, optional: true as const })

const oneOf = <const T extends string>(...values: T[]): Flag<T> => ({
  read: (text) => values.find((value) => value === text),
  takes: values.join(' or '),
})
const listOf = <const T extends string>(...values: T[]): Flag<T[]> => ({
  read(text) {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'none')
    return parts.every((part) => values.includes(part as T))
      ? values.filter((value) => parts.includes(value))
      : undefined
  },
  takes: `${values.join(',')} or some of them`,
})
const whole = (min: number, max: number): Flag<number> => ({
  read: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  takes: `a whole number from ${min} to ${max}`,
})
const flag = <T>(takes: string, read: (text: string) => T | undefined): Flag<T> => ({ read, takes })

export const text = flag('some text', (given) =>
  given.trim() !== '' && given.length <= 200 ? given.trim() : undefined,
)
export const id = flag('an id', (given) => (/^[\w-]{1,100}$/.test(given) ? given : undefined))
export const keyId = flag('the id of a key', (given) => (formats.uuid(given) ? given : undefined))
export const email = flag('an email address', (given) =>
  formats.email(given.trim()) ? given.trim().toLowerCase() : undefined,
)
export const password = flag('10 to 200 characters', (given) =>
  given.length >= 10 && given.length <= 200 ? given : undefined,
)
export const role = oneOf('admin', 'member')
export const roles = listOf('admins', 'members')
export const scopes = listOf('read', 'write')
export const keyScopes: Flag<Scope[]> = {
  ...scopes,
  read: (given) => (scopes.read(given)?.length ? scopes.read(given) : undefined),
}
export const days = whole(1, 3650)
export const yesOrNo = flag('true or false', (given) =>
  given === 'true' ? true : given === 'false' ? false : undefined,
)
export const credits: Flag<number | null> = {
  takes: 'a whole number or unlimited',
  read: (given) => (given === 'unlimited' ? null : whole(0, Number.MAX_SAFE_INTEGER).read(given)),
}
