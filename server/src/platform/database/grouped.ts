interface Pending<Item, Answer> extends PromiseWithResolvers<Answer> {
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
  const waiting: Pending<Item, Answer>[] = [];
  let running = false;

  function takeGroup(): Pending<Item, Answer>[] {
    const items: Item[] = [];
    for (const { item } of waiting) {
      // Items behind one that does not fit wait too, to preserve the order.
      if (items.length > 0 && !fits(items, item)) break;
      items.push(item);
    }
    return waiting.splice(0, items.length);
  }

  async function runGroup(group: Pending<Item, Answer>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      group.forEach(({ resolve }, at) => resolve(results[at] as Answer));
    } catch (error) {
      const [only] = group;
      if (only && group.length === 1) only.reject(error);
      else for (const pending of group) await runGroup([pending]);
    }
  }

  async function runWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) await runGroup(takeGroup());
    running = false;
  }

  return (item) => {
    const pending = { item, ...Promise.withResolvers<Answer>() };
    waiting.push(pending);
    if (!running) void runWaiting();
    return pending.promise;
  };
}
