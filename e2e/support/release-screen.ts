import { expect as expectOf, type Page } from '@playwright/test';
import { button, link, menu, select, title, toast } from './locators.ts';

/** Timeout for slow operations: cloning a repository, a build, a deploy. */
const expect = expectOf.configure({ timeout: 120_000 });

async function choosePlace(page: Page): Promise<void> {
  await select(page, 'Service', 'Strive');
  await select(page, 'Environment', 'staging');
}

/** Creates a tag on CoursePro's main branch and its release for Strive on staging. @returns the tag; defaults to the suggested one */
export async function createRelease(page: Page, wish?: string): Promise<string> {
  await menu(page, 'Tools').click();
  await link(page, 'Create Release').click();
  await select(page, 'App', 'coursepro');
  // The suggested number appears with the tags.
  const newTag = page.getByLabel('New tag', { exact: true });
  await expect(newTag).not.toHaveValue('');
  await select(page, 'Branch', 'main');
  if (wish !== undefined) await newTag.fill(wish);
  const tag = await newTag.inputValue();
  await button(page, 'Create tag').click();
  await expect(toast(page, `Tag ${tag} created`)).toBeVisible();
  await choosePlace(page);
  await button(page, 'Create release').click();
  await expect(toast(page, new RegExp(`Release ${tag} created in \\d+ seconds`))).toBeVisible();
  await expect(page.getByText('SUCCEEDED', { exact: true })).toBeVisible();
  return tag;
}

/** Deploys it, starting on the page that created it. */
export async function deployRelease(page: Page, tag: string): Promise<void> {
  await link(page, 'Deploy Release').click();
  // The page that created it has the same fields, and stays until the code of the next one is loaded.
  await expect(title(page, 'Deploy Release')).toBeVisible();
  await select(page, 'App', 'coursepro');
  await choosePlace(page);
  await page.getByRole('combobox', { name: 'Version', exact: true }).selectOption(tag);
  await page.getByLabel('The translation request has been sent').check();
  await button(page, 'Deploy to staging').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Deploy ${tag}` })
    .click();
  await expect(toast(page, `Release ${tag} deployed to staging.`)).toBeVisible();
  await expect(page.getByText('SUCCEEDED', { exact: true })).toBeVisible();
}
