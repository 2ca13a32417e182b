interface Asked<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item;
}

/**
 * Works off many items together, so that those that come while others are under way share one transaction. When a group fails, each
 * of its items is tried alone: one that cannot succeed fails nobody else.
 * @param run the answers of the items, in their order. @param fits whether an item may go with those before it
 */
export function grouped<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  fits: (group: readonly Item[], item: Item) => boolean,
): (item: Item) => Promise<Answer> {
  let waiting: Asked<Item, Answer>[] = [];
  let running = false;

  function takeGroup(): Asked<Item, Answer>[] {
    const group: Asked<Item, Answer>[] = [];
    const items: Item[] = [];
    const rest: Asked<Item, Answer>[] = [];
    for (const asked of waiting) {
      // Whatever comes after one that does not fit waits too: the order of what was sent is kept.
      if (rest.length > 0 || (items.length > 0 && !fits(items, asked.item))) rest.push(asked);
      else {
        group.push(asked);
        items.push(asked.item);
      }
    }
    waiting = rest;
    return group;
  }

  async function runGroup(group: Asked<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(group.map(({ item }) => item));
      group.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
    } catch (error) {
      const [only] = group;
      if (only && group.length === 1) only.reject(error);
      else for (const asked of group) await runGroup([asked]);
    }
  }

  async function runWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) await runGroup(takeGroup());
    running = false;
  }

  return (item) => {
    const asked = { item, ...Promise.withResolvers<Answer>() };
    waiting.push(asked);
    if (!running) void runWaiting();
    return asked.promise;
  };
}
