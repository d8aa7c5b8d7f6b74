// The main stories, in order, for one new user in one browser.
import assert from 'node:assert/strict';
import type { StoryPage } from './story-page.ts';

export interface Story {
  readonly name: string;
  readonly tell: (page: StoryPage, person: Person) => Promise<void>;
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

const keyword = 'Best Golf Courses In America';

export const stories: readonly Story[] = [
  {
    name: 'sign up and confirm through the mailbox',
    async tell(page, { email, password }) {
      await page.open('/signup');
      await page.fill('Email', email);
      await page.fill('Password', password);
      await page.press('Enter');
      await page.click('link', 'Open the mailbox');
      await page.see('Confirm your sign-up');
      await page.click('link', 'http');
      await page.see('Email Confirmed! One last step...');
      await page.click('link', 'Create my first campaign');
      await page.see('New campaign');
    },
  },
  {
    name: 'log out, fail to log in, log in',
    async tell(page, { email, password }) {
      await page.click('button', 'Log out');
      await page.fill('Email', email);
      await page.fill('Password', 'not the password');
      await page.press('Enter');
      await page.see('Incorrect email and/or password.');
      await page.fill('Password', password);
      await page.press('Enter');
      await page.click('link', 'Campaigns');
      await page.see("Oh no! You don't have any campaign. Create one to get started.");
    },
  },
  {
    name: 'start a campaign from a keyword',
    async tell(page) {
      await page.open('/campaign');
      await page.click('button', 'Start campaign');
      await page.see('Keyword cannot be empty');
      await page.fill('Keyword', keyword);
      await page.click('button', 'Start campaign');
      await page.see('Waiting to Pick Search Results');
      await page.click('link', keyword);
      await page.click('heading', 'Search Results');
    },
  },
  {
    name: 'select results by pointer and keyboard',
    async tell(page) {
      await page.click('checkbox', 'Select all rows of this page');
      await page.see('10 of 100 selected');
      await page.click('button', 'Select none');
      await page.see('0 of 100 selected');
      await page.click('checkbox', 'Select Best Golf');
      await page.see('1 of 100 selected');
      await page.press('ArrowDown', ' ', 'ArrowDown', ' ');
      await page.see('3 of 100 selected');
    },
  },
  {
    // Keys arrive more slowly here than from a held key; ui/replace-address.test.ts counts the changes of the URL.
    name: 'turn many pages by arrow key, then get backlinks',
    async tell(page) {
      // The focus is in the table.
      for (let turn = 0; turn < 60; turn += 1) await page.press('ArrowRight', 'ArrowLeft');
      await page.press('ArrowRight');
      await page.see('11–20 of 100');
      await page.press('ArrowLeft');
      await page.see('1–10 of 100');
      await page.click('button', 'Get backlinks');
      await page.click('button', 'Find backlinks');
      await page.see('Waiting to Pick Backlinks');
      await page.click('link', keyword);
      await page.click('heading', 'Backlinks');
    },
  },
  {
    name: 'select backlinks and screen them by keys and buttons',
    async tell(page) {
      await page.click('button', 'Select page');
      await page.see('10 of ');
      await page.click('button', 'Screen backlinks');
      await page.see('1 of 10');
      await page.press('k');
      await page.see('1 kept · 0 removed');
      await page.press('r');
      await page.see('1 kept · 1 removed');
      await page.press('u');
      await page.see('1 kept · 0 removed');
      await page.click('button', 'Remove lead');
      await page.see('1 kept · 1 removed');
      await page.press('ArrowRight', 'ArrowLeft');
      await page.see('3 of 10');
      for (let kept = 2; kept <= 8; kept += 1) {
        await page.click('button', 'Keep lead');
        await page.see(`${kept} kept · 1 removed`);
      }
      await page.press('k');
      await page.see('How should Zeus find emails?');
    },
  },
  {
    name: 'Author Mode finds contacts',
    async tell(page) {
      await page.click('button', 'Author Mode');
      await page.see('Waiting to Download Emails');
      await page.click('link', keyword);
      await page.click('heading', 'Contacts');
      await page.see('1 of 9');
      await page.press('ArrowRight');
      await page.see('2 of 9');
      await page.click('button', 'See contacts found');
      await page.see('@');
    },
  },
  {
    name: 'export contacts and backlinks from the menu',
    async tell(page) {
      await page.click('button', 'Download data');
      await page.seeFocus('Download selected contacts');
      await page.press('Escape');
      await page.seeFocus('Download data');
      await page.press('Enter');
      await page.seeFocus('Download selected contacts');
      await page.press('Tab', 'Enter');
      const contacts = await page.saved('best-golf-courses-in-america-contacts.csv');
      assert.match(contacts, /@[^\n]+\n/);
      await page.click('button', 'Download data');
      await page.click('button', 'Download all backlinks');
      const backlinks = await page.saved('best-golf-courses-in-america-kept-backlinks.csv');
      assert.equal(backlinks.trimEnd().split('\n').length, 1 + 9);
    },
  },
  {
    name: 'rename and delete the campaign in dialogs',
    async tell(page) {
      await page.click('link', 'Campaigns');
      await page.click('button', `Actions for ${keyword}`);
      await page.click('button', 'Rename');
      await page.fill('Name', 'Golf');
      await page.press('Enter');
      await page.click('button', 'Actions for Golf');
      await page.seeFocus('Rename');
      await page.press('Tab', 'Tab', 'Enter');
      await page.click('button', 'Delete campaign');
      await page.see("Oh no! You don't have any campaign. Create one to get started.");
    },
  },
  {
    name: 'account and log out',
    async tell(page, { email }) {
      await page.click('link', 'Account');
      await page.see(email);
      await page.click('button', 'Log out');
      await page.click('heading', 'Log in');
      await page.open('/account');
      await page.click('heading', 'Log in');
    },
  },
];
