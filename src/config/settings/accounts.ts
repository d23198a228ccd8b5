import { domains, exactUrl, integerBetween, matching, choiceOf, secretKeyPattern, secretKeys } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const accountSettings = {
  adminEmail: {
    name: 'ADMIN_EMAIL',
    description: 'email address of the first admin, created on a fresh installation instead of by the setup page',
    example: 'you@example.com',
    default: null,
    parse: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    description: 'password of that admin, 10 or more characters',
    example: '(10 or more characters)',
    default: null,
    secret: true,
    parse: matching(/^.{10,200}$/),
  },
  secretKey: {
    name: 'SECRET_KEY',
    description:
      'signs sessions and cursors and encrypts stored secrets; generated and kept in the database when unset',
    example: '(32 or more random characters)',
    default: null,
    secret: true,
    parse: matching(secretKeyPattern),
  },
  secretKeyPrevious: {
    name: 'SECRET_KEY_PREVIOUS',
    description:
      'former values of SECRET_KEY that are still accepted, separated by spaces; generated means the key in the ' +
      'database',
    example: 'generated',
    default: null,
    secret: true,
    parse: secretKeys,
  },
  keyPrefix: {
    name: 'KEY_PREFIX',
    description: 'first part of API keys',
    example: 'ear',
    default: 'ear',
    parse: matching(/^[a-z][a-z0-9]{1,9}$/),
  },
  region: {
    name: 'REGION',
    description: 'region marker of API keys: us, eu or au',
    example: 'eu',
    default: 'us',
    parse: choiceOf('us', 'eu', 'au'),
  },
  auditDays: {
    name: 'AUDIT_RETENTION_DAYS',
    description: 'days for which entries of the audit log are kept, 90 or more',
    example: '730',
    default: '400',
    parse: integerBetween(90, 36_500),
  },
} satisfies SettingGroup<
  'adminEmail' | 'adminPassword' | 'secretKey' | 'secretKeyPrevious' | 'keyPrefix' | 'region' | 'auditDays'
>

export const singleSignOnSettings = {
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    description: 'issuer URL of an OpenID Connect provider, exactly as the provider writes it',
    example: 'https://id.example.com',
    default: null,
    parse: exactUrl(['http:', 'https:']),
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    description: 'OAuth client id',
    example: 'earshot',
    default: null,
    parse: matching(/^\S{1,200}$/),
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    description: 'OAuth client secret',
    example: '(from the provider)',
    default: null,
    secret: true,
    parse: matching(/^\S+$/),
  },
  oidcJoinDomains: {
    name: 'OIDC_JOIN_DOMAINS',
    description: 'email domains whose users join the first organization at sign-in; all others need an invitation',
    example: 'example.com,example.org',
    default: '',
    parse: domains,
  },
  oidcRoleClaim: {
    name: 'OIDC_ROLE_CLAIM',
    description: 'ID token claim with the role of a joining user: admin, member, contributor or viewer',
    example: 'earshot_role',
    default: null,
    parse: matching(/^\S{1,100}$/),
  },
  oidcDefaultRole: {
    name: 'OIDC_DEFAULT_ROLE',
    description: 'role of a joining user whose claim names none: member, contributor or viewer',
    example: 'viewer',
    default: 'member',
    parse: choiceOf('member', 'contributor', 'viewer'),
  },
} satisfies SettingGroup<
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcJoinDomains' | 'oidcRoleClaim' | 'oidcDefaultRole'
>
