import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import type { SitePageKind } from '../people/person.ts';
import { findContactForm } from './find-contact-form.ts';

const url = 'https://tea.example/contact';
const pageOf = (body: string, kind: SitePageKind = 'contact') => ({
  kind,
  facts: readPage(`<html><body><h1>Contact</h1>${body}</body></html>`, kind === 'contact' ? url : `${url}-${kind}`),
});
const find = (body: string, kind?: SitePageKind) => findContactForm([pageOf(body, kind)]);

describe('a contact form', () => {
  test.each([
    ['plain', '<form><input name="name"><input type="email"><textarea name="message"></textarea></form>', null],
    ['with its fields named', '<form><input name="your_email"><textarea id="msg"></textarea></form>', null],
    ['in German', '<form><input name="E-Mail-Adresse"><textarea name="nachricht"></textarea></form>', null],
    ['in Japanese', '<form><input aria-label="メールアドレス"><textarea name="naiyou"></textarea></form>', null],
    [
      'that calls its message a comment',
      '<form><input type=email><textarea name="contact[Comment]"></textarea></form>',
      null,
    ],
    [
      'of Contact Form 7',
      '<form class="wpcf7-form init"><input type=email name="your-email"><textarea name="your-message"></textarea></form>',
      'Contact Form 7',
    ],
    [
      'of WPForms',
      '<form id="wpforms-form-12" class="wpforms-validate wpforms-form"><input type=email><textarea></textarea></form>',
      'WPForms',
    ],
    [
      'with a border, as Tailwind and Bootstrap call it',
      '<form class="border border-gray-200 rounded p-4"><input type=email><textarea></textarea></form>',
      null,
    ],
    [
      'with other harmless words in its class',
      '<form class="preview mobile-friendly integrating" id="research"><input type=email><textarea></textarea></form>',
      null,
    ],
    ['of Typeform', '<iframe src="https://tea.typeform.com/to/AbC123"></iframe>', 'Typeform'],
    ['of Jotform', '<script src="https://form.jotform.com/jsform/123456"></script>', 'Jotform'],
    ['of HubSpot', '<script>hbspt.forms.create({ portalId: "1", formId: "2" });</script>', 'HubSpot'],
    [
      'of Google Forms, loaded late',
      '<iframe data-src="https://docs.google.com/forms/d/e/1/viewform"></iframe>',
      'Google Forms',
    ],
  ])('%s', (_what, body, service) => {
    expect(find(body)).toEqual({ page: url, service });
  });

  test('on the contact page comes before one on the home page', () => {
    const form = '<form><input type="email"><textarea></textarea></form>';
    expect(findContactForm([pageOf(form, 'home'), pageOf(form, 'about'), pageOf(form)])?.page).toBe(url);
    expect(find(form, 'home')?.page).toBe(`${url}-home`);
  });
});

describe('not a contact form', () => {
  test.each([
    ['a search', '<form role="search"><input type="search" name="q"></form>'],
    [
      'a newsletter with a captcha',
      '<form><input type="email"><textarea name="g-recaptcha-response"></textarea></form>',
    ],
    ['a login', '<form><input type="email"><input type="password"></form>'],
    ['a registration', '<form><input type="email"><input type="password"><textarea name="bio"></textarea></form>'],
    [
      'comments of WordPress',
      '<div id="respond"><form id="commentform"><textarea name="comment"></textarea><input name="email"></form></div>',
    ],
    ['a review', '<form class="review-form"><input type="email"><textarea name="text"></textarea></form>'],
    ['an order', '<form class="border preorder-form"><input type="email"><textarea name="wishes"></textarea></form>'],
    ['a rating in one word', '<form id="starRating"><input type="email"><textarea name="text"></textarea></form>'],
    ['an order in one word', '<form id="webOrder"><input type="email"><textarea name="text"></textarea></form>'],
    ['a rating', '<form id="star-rating"><input type="email"><textarea name="text"></textarea></form>'],
    ['a hidden email field', '<form><input type="hidden" name="email"><textarea name="message"></textarea></form>'],
    ['fields outside a form', '<form></form><input type="email"><textarea></textarea>'],
    ['a honeypot', '<div class="honeypot"><form><input type="email"><textarea></textarea></form></div>'],
    ['a video', '<iframe src="https://www.youtube.com/embed/1"></iframe>'],
    ['a document that is no form', '<iframe src="https://docs.google.com/document/d/1"></iframe>'],
    ['a frame of a script', '<iframe src="javascript:location=1"></iframe>'],
  ])('%s', (_what, body) => {
    expect(find(body)).toBeNull();
  });

  test('on an article, or an embedded form outside the contact page', () => {
    expect(find('<form><input type="email"><textarea></textarea></form>', 'given')).toBeNull();
    expect(find('<iframe src="https://tea.typeform.com/to/AbC123"></iframe>', 'home')).toBeNull();
  });
});
