import { createDice } from '../random.ts';

const SCHEMES = [
  { name: 'Stage', levels: 7 },
  { name: 'Level', levels: 5 },
  { name: 'Wave', levels: 8 },
] as const;
const GROUPS = [
  'Entry and exit',
  'Breathing',
  'Front crawl',
  'Back crawl',
  'Breaststroke',
  'Butterfly',
  'Water safety',
];
const SKILLS = [
  'Enters the water safely',
  'Floats on the back',
  'Blows bubbles with the face in the water',
  'Glides from the wall',
  'Kicks 10 metres with a float',
  'Swims 10 metres',
  'Swims 25 metres',
  'Treads water for 30 seconds',
  'Sculls head first',
  'Performs a tuck float',
  'Dives from the side',
  'Swims in clothes',
];

/** The levels, groups and competencies of a tenant; deterministic, with ids and counts that vary between tenants. */
export function competenciesOf(tenant: string) {
  const dice = createDice(1, `competencies ${tenant}`);
  const scheme = dice.pick(SCHEMES);
  let id = dice.int(10, 400);
  const entries = (names: readonly string[]) => names.map((name) => ({ id: (id += dice.int(1, 3)), name }));
  const levels = Array.from({ length: scheme.levels }, (_, at) => `${scheme.name} ${at + 1}`);
  const skills = levels.flatMap((level) =>
    dice
      .shuffle(SKILLS)
      .slice(0, dice.int(3, 5))
      .map((skill) => `${level}: ${skill}`),
  );
  return {
    levels: entries(levels),
    groups: entries(GROUPS.slice(0, dice.int(4, GROUPS.length))),
    competencies: entries(skills),
  };
}
