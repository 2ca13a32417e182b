import { expect as expectOf, type Locator, type Page } from '@playwright/test';

const expect = expectOf.configure({ timeout: 20_000 });

/** Maximum number of Tab presses to reach a control. */
const MAX_TABS = 200;

/** Tabs to a control, optionally backwards, and checks that the focus is always visible. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  if (await isThere()) return expectFocusSeen(page);
  const before = await control.evaluate(lookOf);
  for (let tabs = 0; !(await isThere()); tabs += 1) {
    if (tabs === MAX_TABS) throw new Error(`${control.toString()} is not reached by ${key}.`);
    await page.keyboard.press(key);
  }
  await expectFocusSeen(page);
  // The look may change with the next frame, or in a transition.
  await expect
    .poll(() => control.evaluate(lookOf), `${control.toString()} looks the same with the focus`)
    .not.toBe(before);
}

/** Focus styles of an element and of its visual stand-in: switches and checkboxes are drawn by a sibling. */
function lookOf(element: Element): string {
  const drawn = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
  const looks = drawn.map((one) => {
    if (!one) return '';
    const { boxShadow, outline, borderColor, backgroundColor } = getComputedStyle(one);
    return `${boxShadow} ${outline} ${borderColor} ${backgroundColor}`;
  });
  return looks.join('\n');
}

/** Tabs to a control and presses it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Tabs to a field and overwrites its value. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Tabs to a select and chooses by the first letters. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await tabTo(page, field);
  await expect(field.locator('option', { hasText: option }).first()).toBeAttached();
  await page.keyboard.type(option);
  await expect(field.locator('option:checked')).toHaveText(option);
}

/** Opens a tenant, a page or an action with the palette. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search tenants, pages and actions' });
  await expect(box).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Checks that the focused element is in the viewport, not covered, and visibly focused. */
async function expectFocusSeen(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
        const name = element.outerHTML.slice(0, 120);
        if (!element.matches(':focus-visible')) return `${name} does not show the focus`;
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
        if (above === null) return `${name} lies outside the window`;
        const own = element.contains(above) || above.contains(element) || element.parentElement?.contains(above);
        return own ? 'seen' : `${name} lies under ${above.outerHTML.slice(0, 80)}`;
      }),
    )
    .toBe('seen');
}
