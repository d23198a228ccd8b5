import type { DemoContact, DemoSegment } from './kinds.ts'

export const segments: readonly DemoSegment[] = [
  {
    key: 'enterprise', name: 'Enterprise', color: '#6366f1', weight: 3, description: 'Companies with a contract of their own.',
    rules: { conditions: [{ field: 'plan', op: 'eq', value: 'enterprise' }] },
  },
  {
    key: 'startup', name: 'Startup', color: '#f97316', weight: 1, description: 'Small companies on the team plan.',
    rules: { conditions: [{ field: 'plan', op: 'eq', value: 'team' }] },
  },
  {
    key: 'education', name: 'Education', color: '#14b8a6', weight: 1, description: 'Schools and universities, and who learns or teaches there.',
    rules: { match: 'any', conditions: [{ field: 'plan', op: 'eq', value: 'education' }, { field: 'attribute', key: 'education', op: 'eq', value: true }] },
  },
  {
    key: 'free', name: 'Free plan', color: '#84cc16', weight: 0.5, description: 'Everybody who does not pay yet.',
    rules: { conditions: [{ field: 'plan', op: 'eq', value: 'free' }] },
  },
]

export const contacts: readonly DemoContact[] = [
  { name: 'Priya Raman (Halvorsen Freight)', email: 'priya.raman@example.com', country: 'NO', company: { name: 'Halvorsen Freight', plan: 'enterprise' }, segments: ['enterprise'] },
  { name: 'Tom Ashworth (Brightwater Insurance)', email: 'tom.ashworth@example.com', country: 'GB', company: { name: 'Brightwater Insurance', plan: 'enterprise' }, segments: ['enterprise'] },
  { name: 'Hannah Brandt (Lindenhof Logistik)', email: 'hannah.brandt@example.com', country: 'DE', company: { name: 'Lindenhof Logistik', plan: 'enterprise' }, segments: ['enterprise'] },
  { name: 'Callum Reyes (Meridian Grid)', email: 'callum.reyes@example.com', country: 'US', company: { name: 'Meridian Grid', plan: 'enterprise' }, segments: ['enterprise'] },
  { name: 'Inés Castaño (Taller Azul)', email: 'ines.castano@example.com', country: 'ES', company: { name: 'Taller Azul', plan: 'team' }, segments: ['startup'] },
  { name: 'Yuki Tanabe (Fernglow Robotics)', email: 'yuki.tanabe@example.com', country: 'JP', company: { name: 'Fernglow Robotics', plan: 'team' }, segments: ['startup'] },
  { name: 'Marcus Bell (Pocket Harbor)', email: 'marcus.bell@example.com', country: 'US', company: { name: 'Pocket Harbor', plan: 'team' }, segments: ['startup'] },
  { name: 'Zoe Lindgren (Tidepool Health)', email: 'zoe.lindgren@example.com', country: 'SE', company: { name: 'Tidepool Health', plan: 'team' }, segments: ['startup'] },
  { name: 'Dr. Amara Nwosu (Ridgemont University)', email: 'amara.nwosu@example.com', country: 'US', company: { name: 'Ridgemont University', plan: 'education' }, segments: ['education'] },
  { name: 'Felix Aumann (Gymnasium Sankt Veit)', email: 'felix.aumann@example.com', country: 'AT', company: { name: 'Gymnasium Sankt Veit', plan: 'education' }, segments: ['education'] },
  { name: 'Lucía Ferrer (Instituto Mar Abierto)', email: 'lucia.ferrer@example.com', country: 'ES', company: { name: 'Instituto Mar Abierto', plan: 'education' }, segments: ['education'] },
  { name: 'Jonas Pike', email: 'jonas.pike@example.com', country: 'CA', company: { plan: 'free' }, segments: ['free'] },
  { name: 'Beatriz Moura', email: 'beatriz.moura@example.com', country: 'PT', company: { plan: 'free' }, segments: ['free'] },
  { name: 'Sam Okoye (Ridgemont University)', email: 'sam.okoye@example.com', country: 'US', company: { name: 'Ridgemont University', plan: 'free' }, education: true, segments: ['education', 'free'] },
]
