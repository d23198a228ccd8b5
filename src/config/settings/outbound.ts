import { integerBetween, jsonArray, networks } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const outboundSettings = {
  privateNetworks: {
    name: 'ALLOW_PRIVATE_NETWORK_TARGETS',
    description: 'private networks that webhooks and competitor research may reach, in CIDR notation, or on for all',
    example: '10.1.0.0/16,fd00:1::/32',
    default: 'off',
    parse: networks,
  },
  competitorSources: {
    name: 'COMPETITOR_SOURCES',
    description: 'sources of competitor reviews, as a JSON array',
    example: '[{"type":"site"},{"type":"hacker_news"}]',
    default: null,
    secret: true,
    parse: jsonArray,
  },
  crawlDelayMs: {
    name: 'CRAWL_DELAY_MS',
    description: 'milliseconds between two requests to one host during competitor research',
    example: '1000',
    default: '1000',
    parse: integerBetween(0, 60_000),
  },
} satisfies SettingGroup<'privateNetworks' | 'competitorSources' | 'crawlDelayMs'>
