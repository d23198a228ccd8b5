import type { DemoContact, DemoSegment } from './kinds.ts'

export const segments: readonly DemoSegment[] = [
  { key: 'enterprise', name: 'Enterprise', color: '#6366f1' },
  { key: 'startup', name: 'Startup', color: '#f97316' },
  { key: 'education', name: 'Education', color: '#14b8a6' },
  { key: 'free', name: 'Free plan', color: '#84cc16' },
]

export const contacts: readonly DemoContact[] = [
  { name: 'Priya Raman (Halvorsen Freight)', email: 'priya.raman@example.com', segments: ['enterprise'] },
  { name: 'Tom Ashworth (Brightwater Insurance)', email: 'tom.ashworth@example.com', segments: ['enterprise'] },
  { name: 'Hannah Brandt (Lindenhof Logistik)', email: 'hannah.brandt@example.com', segments: ['enterprise'] },
  { name: 'Callum Reyes (Meridian Grid)', email: 'callum.reyes@example.com', segments: ['enterprise'] },
  { name: 'Inés Castaño (Taller Azul)', email: 'ines.castano@example.com', segments: ['startup'] },
  { name: 'Yuki Tanabe (Fernglow Robotics)', email: 'yuki.tanabe@example.com', segments: ['startup'] },
  { name: 'Marcus Bell (Pocket Harbor)', email: 'marcus.bell@example.com', segments: ['startup'] },
  { name: 'Zoe Lindgren (Tidepool Health)', email: 'zoe.lindgren@example.com', segments: ['startup'] },
  { name: 'Dr. Amara Nwosu (Ridgemont University)', email: 'amara.nwosu@example.com', segments: ['education'] },
  { name: 'Felix Aumann (Gymnasium Sankt Veit)', email: 'felix.aumann@example.com', segments: ['education'] },
  { name: 'Lucía Ferrer (Instituto Mar Abierto)', email: 'lucia.ferrer@example.com', segments: ['education'] },
  { name: 'Jonas Pike', email: 'jonas.pike@example.com', segments: ['free'] },
  { name: 'Beatriz Moura', email: 'beatriz.moura@example.com', segments: ['free'] },
  { name: 'Sam Okoye (Ridgemont University)', email: 'sam.okoye@example.com', segments: ['education', 'free'] },
]
