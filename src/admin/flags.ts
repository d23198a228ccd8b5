import { formats } from '#contract/core/formats.ts'
import type { Scope } from '#contract/core/route.ts'
import { memberRoles } from '#vocabulary/roles.ts'

/** Parses the text of a flag; undefined means invalid. */
type Flag<T> = { read: (text: string) => T | undefined; expects: string; optional?: true }
export type Flags = Record<string, Flag<unknown>>
type Value<F> = F extends Flag<infer T> ? (F extends { optional: true } ? T | undefined : T) : never
export type FlagValues<F extends Flags> = { [K in keyof F]: Value<F[K]> }

export const optionalFlag = <T>(flag: Flag<T>) => ({ ...flag, optional: true as const })

const oneOf = <const T extends string>(...values: T[]): Flag<T> => ({
  read: (text) => values.find((value) => value === text),
  expects: values.join(' or '),
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
  expects: `${values.join(',')} or some of them`,
})
const whole = (min: number, max: number): Flag<number> => ({
  read: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  expects: `a whole number from ${min} to ${max}`,
})
const flag = <T>(takes: string, read: (text: string) => T | undefined): Flag<T> => ({ read, expects: takes })

export const textFlag = flag('some text', (input) =>
  input.trim() !== '' && input.length <= 200 ? input.trim() : undefined,
)
export const id = flag('an id', (input) => (/^[\w-]{1,100}$/.test(input) ? input : undefined))
export const keyId = flag('the id of a key', (input) => (formats.uuid(input) ? input : undefined))
export const emailFlag = flag('an email address', (input) =>
  formats.email(input.trim()) ? input.trim().toLowerCase() : undefined,
)
export const password = flag('10 to 200 characters', (input) =>
  input.length >= 10 && input.length <= 200 ? input : undefined,
)
export const role = oneOf(...memberRoles.toReversed())
export const roles = listOf('admins', 'members')
export const scopes = listOf('read', 'write')
export const keyScopes: Flag<Scope[]> = {
  ...scopes,
  read: (input) => (scopes.read(input)?.length ? scopes.read(input) : undefined),
}
export const daysFlag = whole(1, 3650)
export const yesOrNo = flag('true or false', (input) =>
  input === 'true' || input === 'false' ? input === 'true' : undefined,
)
export const credits: Flag<number | null> = {
  expects: 'a whole number or unlimited',
  read: (input) => (input === 'unlimited' ? null : whole(0, Number.MAX_SAFE_INTEGER).read(input)),
}
