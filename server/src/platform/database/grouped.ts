interface Asked<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item;
}

/**
 * Processes items in groups: items that arrive while a group is in progress share the next transaction. When a group fails, its items are
 * retried one by one, so that a bad item fails alone.
 * @param run returns the results in the order of the items
 * @param fits whether an item may join the current group
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
      // Items behind one that does not fit wait too, to preserve the order.
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
