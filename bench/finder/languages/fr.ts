import type { PageSet } from './page-set.ts';

export const french: PageSet = {
  language: 'fr',
  site: 'Le Petit Potager',
  headline: 'Cultiver des tomates sur un petit balcon',
  text: [
    'Les tomates demandent du soleil, de l’eau et un pot assez profond. Si le balcon est au sud, la plupart des variétés réussissent.',
    'On arrose le matin, jamais sur les feuilles. Après quelques semaines, les premières fleurs apparaissent.',
  ],
  menu: ['Accueil', 'Jardin', 'Recettes', 'Contact'],
  photoCredit: 'Crédit photo : Martin Rolland',
  comment: '<b>Suzanne Blin</b> dit :',
  related: 'À lire aussi',
  articles: [
    { top: '<p>Par Hélène Marchal</p>', authors: ['Hélène Marchal'] },
    {
      top: '<span>Publié le 3 août 2024 par <a href="/author/pierre-lemoine/">Pierre Lemoine</a></span>',
      authors: ['Pierre Lemoine'],
    },
    { top: '<div>Par le Dr Alice Normand, le 5 mai 2024</div>', authors: ['Alice Normand'] },
    { top: '<p>Texte : Olivier Garnier – Photos : Martin Rolland</p>', authors: ['Olivier Garnier'] },
    { top: '<p>Par Hélène Marchal et Pierre Lemoine</p>', authors: ['Hélène Marchal', 'Pierre Lemoine'] },
    { top: '<p>Rédigé par Françoise de la Tour</p>', authors: ['Françoise de la Tour'] },
    { end: '<div><h4>À propos de l’autrice</h4><p>Laure Fontaine</p></div>', authors: ['Laure Fontaine'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laure Fontaine</h4><p>Laure Fontaine est journaliste indépendante et jardine sur son toit.</p></div>',
      authors: ['Laure Fontaine'],
    },
    { top: '<p>Propos recueillis par Jacques Mérieux</p>', authors: ['Jacques Mérieux'] },
    { top: '<p>Auteur : Alice Normand</p>', authors: ['Alice Normand'] },
    { top: '<p>Écrit par Romain d’Aubigny le 12 février 2024</p>', authors: ['Romain d’Aubigny'] },
    { top: '<p>Un article de Georges Vidal</p>', authors: ['Georges Vidal'] },
    { top: '<p>Mis à jour le 7 décembre 2023 par Émilie Renaud</p>', authors: ['Émilie Renaud'] },
    { end: '<p>Article rédigé par Mme Jeanne Grosjean</p>', authors: ['Jeanne Grosjean'] },
    { end: '<p>Traduit de l’anglais par Martin Rolland</p>', authors: [] },
    { top: '<p>Par la rédaction</p>', authors: [] },
    { headline: 'Par temps sec : des jardins vus par leurs voisins', top: '<p>5 mai 2024</p>', authors: [] },
    { top: '<p>Photographies : Émilie Renaud</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Mentions légales',
      html: '<p>Petit Potager SARL</p><p>Directeur de la publication : Pierre Lemoine</p><p>Courriel : contact@petit-potager-presse.fr</p>',
      people: [{ name: 'Pierre Lemoine', role: 'editor' }],
      emails: ['contact@petit-potager-presse.fr'],
    },
    {
      heading: 'Mentions légales',
      html: '<p>Rédactrice en chef : Hélène Marchal</p><p>helene.marchal [arobase] marchal-jardin [point] fr</p>',
      people: [{ name: 'Hélène Marchal', role: 'editor' }],
      emails: ['helene.marchal@marchal-jardin.fr'],
    },
    {
      heading: 'Notre équipe',
      html: '<h3>Alice Normand</h3><p>Responsable marketing</p><h3>Olivier Garnier</h3><p>Rédacteur</p><p><a href="mailto:equipe@petit-potager-presse.fr">Écrivez-nous</a></p>',
      people: [
        { name: 'Alice Normand', role: 'marketing' },
        { name: 'Olivier Garnier', role: 'editor' },
      ],
      emails: ['equipe@petit-potager-presse.fr'],
    },
    {
      heading: 'Mentions légales',
      html: '<p>Gérante : Laure Fontaine</p><p>12 rue du Potager, 44000 Nantes</p><p>E-mail : laure@fontaine-potager.fr</p>',
      people: [{ name: 'Laure Fontaine', role: 'founder' }],
      emails: ['laure@fontaine-potager.fr'],
    },
  ],
};
