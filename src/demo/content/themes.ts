import type { DemoTheme } from './kinds.ts'

export const themes: readonly DemoTheme[] = [
  {
    key: 'search',
    name: 'Search quality',
    color: '#3b82f6',
    notes: 'Whether people find again what they wrote. Large workspaces feel it first.',
    definition:
      'Include ranking, missing results, filters and speed of search. Exclude finding one’s way in the sidebar.',
  },
  {
    key: 'sync',
    name: 'Offline and sync',
    color: '#ef4444',
    notes: 'Lost edits and conflict copies. Treat every report of lost work as urgent.',
    definition:
      'Include working without a connection, conflict copies, lost or late edits. Exclude slow start of the mobile app.',
  },
  {
    key: 'mobile',
    name: 'Mobile app',
    color: '#f97316',
    notes: 'Phones and tablets. Complaints grew after the 5.2 release.',
    definition:
      'Include speed, crashes, layout and input on phones and tablets. Exclude anything that happens on the desktop as well.',
  },
  {
    key: 'assistant',
    name: 'Writing assistant',
    color: '#a855f7',
    notes: 'New since the beta opened to everybody. Watch trust and privacy as closely as praise.',
    definition:
      'Include summaries, drafts, action items and what the assistant may read. Exclude spelling and other plain editor features.',
  },
  {
    key: 'sharing',
    name: 'Sharing and permissions',
    color: '#14b8a6',
    notes: 'Who sees what, guests, and sign-in for whole companies.',
    definition: 'Include access levels, guest links, groups, single sign-on and audit. Exclude comments and mentions.',
  },
  {
    key: 'export',
    name: 'Export and portability',
    color: '#eab308',
    notes: 'Getting work out in a form others can use.',
    definition:
      'Include PDF, Markdown and Word export, printing, backups and import from other tools. Exclude the API.',
  },
  {
    key: 'editor',
    name: 'Editor and formatting',
    color: '#10b981',
    notes: 'The page itself: blocks, tables, shortcuts, paste.',
    definition: 'Include typing, tables, code, embeds, shortcuts and paste. Exclude phones and tablets.',
  },
  {
    key: 'integrations',
    name: 'Integrations and API',
    color: '#6366f1',
    notes: 'Connections to the tools around us. Calmer since the chat connector was rebuilt.',
    definition: 'Include connectors, webhooks, the public API and automation. Exclude single sign-on.',
  },
  {
    key: 'pricing',
    name: 'Pricing and plans',
    color: '#ec4899',
    notes: 'Reactions to the new plans; fading now that the old prices were honoured for a year.',
    definition: 'Include price, limits of plans, seats, invoices and renewals. Exclude bugs in paid features.',
  },
  {
    key: 'onboarding',
    name: 'Onboarding and templates',
    color: '#06b6d4',
    notes: 'First days of a person or a team. Quiet since the guided start went live.',
    definition: 'Include setup, first pages, templates and teaching material. Exclude import from other tools.',
  },
]
