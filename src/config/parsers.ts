import { isIP } from 'node:net'
import type { ProxyTrust } from '#config/types.ts'

/* Parsers of setting values. Each returns undefined when the text is invalid. */

export const integerBetween = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

/** A sampling ratio from 0 to 1, with at most six decimals. */
export const ratio = (text: string) => (/^(0?\.\d{1,6}|[01](\.0{1,6})?)$/.test(text) ? Number(text) : undefined)

export const boolean = (text: string) => {
  if (['on', 'true', '1', 'yes'].includes(text)) return true
  return ['off', 'false', '0', 'no'].includes(text) ? false : undefined
}

export const choiceOf =
  <const T extends string>(...values: T[]) =>
  (text: string) =>
    values.find((value) => value === text)

export const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

export const secretKeyPattern = /^\S{32,}$/
/** In a list of keys, the one that is kept in the database. */
export const generatedKey = 'generated'

export const secretKeys = (text: string): string[] | undefined => {
  const keys = text.trim().split(/\s+/)
  return keys.every((key) => key === generatedKey || secretKeyPattern.test(key)) ? keys : undefined
}

/** A URL as written: a trailing slash is part of an OpenID Connect issuer. */
export const exactUrl = (protocols: string[]) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined

/** A URL without trailing slashes. */
export const url = (protocols: string[]) => (text: string) => exactUrl(protocols)(text)?.replace(/\/+$/, '')

/** A URL of a host alone, without path, query and trailing slash. */
export const originUrl = (protocols: string[]) => (text: string) => {
  const found = url(protocols)(text)
  return found !== undefined && /^\/?$/.test(new URL(found).pathname + new URL(found).search + new URL(found).hash)
    ? found
    : undefined
}

const isNetwork = (text: string) => {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? []
  return isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}

/** `off` for none, `on` for all, or a comma-separated list in CIDR notation. */
export const networks = (text: string): string[] | undefined => {
  const all = boolean(text)
  if (all !== undefined) return all ? ['0.0.0.0/0', '::/0'] : []
  const list = text.split(',').map((part) => part.trim())
  return list.every(isNetwork) ? list : undefined
}

const networkNames: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** `off`, a number of proxies, or their addresses and networks. A network of all addresses would trust every client. */
export const proxyTrust = (text: string): ProxyTrust | undefined => {
  const isProxied = boolean(text)
  if (isProxied !== undefined) return { hops: isProxied ? 1 : 0 }
  const hops = integerBetween(1, 10)(text)
  if (hops !== undefined) return { hops }
  const list = nonEmptyParts(text).flatMap((part) => {
    if (Object.hasOwn(networkNames, part)) return networkNames[part]!
    return isIP(part) > 0 ? `${part}/${isIP(part) === 4 ? 32 : 128}` : part
  })
  const isValid = list.length > 0 && list.every((network) => isNetwork(network) && !/\/0+$/.test(network))
  return isValid ? { networks: list } : undefined
}

const nonEmptyParts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const domains = (text: string): string[] | undefined => {
  const list = nonEmptyParts(text.toLowerCase())
  return list.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) ? list : undefined
}

export const jsonArray = (text: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `name=value,name=value` with URL-encoded values, as OpenTelemetry defines it. */
export const headers = (text: string): Record<string, string> | undefined => {
  const pairs = nonEmptyParts(text).map((part) => /^([\w-]+)=([^\r\n]*)$/.exec(part))
  if (!pairs.every((pair) => pair !== null)) return undefined
  try {
    return Object.fromEntries(pairs.map((pair) => [pair[1]!.toLowerCase(), decodeURIComponent(pair[2]!)]))
  } catch {
    return undefined
  }
}
