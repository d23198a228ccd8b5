import { availableParallelism } from 'node:os'
import { boolean, integerBetween, matching, originUrl, proxyTrust } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const serverSettings = {
  port: {
    name: 'PORT',
    description: 'port to listen on, 0 for any free one',
    example: '3000',
    default: '3000',
    parse: integerBetween(0, 65_535),
  },
  host: {
    name: 'HOST',
    description: 'address to listen on',
    example: '0.0.0.0',
    default: 'localhost',
    parse: matching(/^[\w.:-]+$/),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    description: 'URL at which browsers and API clients reach the server, without a path: a sub-path is not supported',
    example: 'https://feedback.example.com',
    default: null,
    parse: originUrl(['http:', 'https:']),
  },
  processes: {
    name: 'PROCESSES',
    description: 'number of web processes',
    example: '2',
    default: '1',
    parse: integerBetween(1, 4 * availableParallelism() + 60),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    description:
      'number of reverse proxies in front of the server (1 to 10), or their networks in CIDR notation, with loopback ' +
      'and private as names; off without a proxy',
    example: '1',
    default: 'off',
    // It once meant to believe the first address of X-Forwarded-For, which the client writes.
    deprecatedValues: { on: '1', true: '1', yes: '1' },
    parse: proxyTrust,
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    description: 'seconds for which a stopping server still answers requests after /readyz reports 503',
    example: '5',
    default: '1',
    parse: integerBetween(0, 300),
  },
  rateLimits: {
    name: 'RATE_LIMITS',
    description: 'off disables rate limits, for tests',
    example: 'on',
    default: 'on',
    parse: boolean,
  },
} satisfies SettingGroup<'port' | 'host' | 'publicUrl' | 'processes' | 'trustProxy' | 'drainSeconds' | 'rateLimits'>
