/* What help desks and files call the statuses and priorities of tickets, in lower case. */

export const statusWords = {
  open: 'open',
  new: 'open',
  pending: 'pending',
  on_hold: 'on_hold',
  hold: 'on_hold',
  solved: 'solved',
  resolved: 'solved',
  closed: 'closed',
} as const

export const priorityWords = {
  low: 'low',
  normal: 'normal',
  medium: 'normal',
  high: 'high',
  urgent: 'urgent',
  critical: 'urgent',
} as const
