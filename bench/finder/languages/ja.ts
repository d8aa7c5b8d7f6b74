import type { PageSet } from './page-set.ts';

export const japanese: PageSet = {
  language: 'ja',
  site: 'ベランダ菜園ノート',
  headline: '小さなベランダでトマトを育てる方法',
  text: [
    'トマトには日光と水、そして十分に深い鉢が必要です。南向きのベランダなら、ほとんどの品種がよく育ちます。',
    '水やりは朝に行い、葉にはかけません。数週間たつと最初の花が咲きます。',
  ],
  menu: ['ホーム', '家庭菜園', 'レシピ', 'お問い合わせ'],
  photoCredit: '撮影：森田誠',
  comment: '<b>鈴木花子</b> より：',
  related: '関連記事',
  articles: [
    { top: '<p>文：佐藤恵</p>', authors: ['佐藤恵'] },
    { top: '<span>投稿日：2024年3月3日　投稿者：<a href="/author/tanaka/">田中健一</a></span>', authors: ['田中健一'] },
    { top: '<div>著者：中村明子</div>', authors: ['中村明子'] },
    { top: '<p>文／小林翔太　写真／森田誠</p>', authors: ['小林翔太'] },
    { top: '<p>文：佐藤恵、田中健一</p>', authors: ['佐藤恵', '田中健一'] },
    { top: '<p>取材・文＝渡辺 直美</p>', authors: ['渡辺 直美'] },
    { end: '<div><h4>この記事を書いた人</h4><p>伊藤さくら</p></div>', authors: ['伊藤さくら'] },
    {
      end: '<div><h4>著者プロフィール</h4><p>山本 大輔（やまもと だいすけ）</p><p>園芸ライター。屋上で野菜を育てる。</p></div>',
      authors: ['山本 大輔'],
    },
    { top: '<p>執筆：加藤美咲</p>', authors: ['加藤美咲'] },
    { top: '<p>ライター：吉田 拓也さん</p>', authors: ['吉田 拓也'] },
    { top: '<p>2023年9月12日　記者　清水亮</p>', authors: ['清水亮'] },
    { top: '<p>by 佐々木優子</p>', authors: ['佐々木優子'] },
    { end: '<p>（文・橋本剛）</p>', authors: ['橋本剛'] },
    { end: '<p>文責：石川真理</p>', authors: ['石川真理'] },
    { end: '<p>翻訳：森田誠</p>', authors: [] },
    { top: '<p>文：編集部</p>', authors: [] },
    { headline: '作者の思いと庭の文化：京都を歩く', top: '<p>2024年5月5日</p>', authors: [] },
    { top: '<p>写真：石川真理</p>', authors: [] },
  ],
  imprints: [
    {
      heading: '運営会社',
      html: '<p>株式会社ベランダ菜園</p><p>代表取締役：田中健一</p><p>メール：info@veranda-saien-media.jp</p>',
      people: [{ name: '田中健一', role: 'founder' }],
      emails: ['info@veranda-saien-media.jp'],
    },
    {
      heading: '運営者情報',
      html: '<dl><dt>編集長</dt><dd>佐藤恵</dd><dt>メールアドレス</dt><dd>megumi.sato★sato-saien.jp（★を@に変えてください）</dd></dl>',
      people: [{ name: '佐藤恵', role: 'editor' }],
      emails: ['megumi.sato@sato-saien.jp'],
    },
    {
      heading: 'メンバー',
      html: '<h3>中村明子</h3><p>マーケティング担当</p><h3>小林翔太</h3><p>編集者</p><p><a href="mailto:team@veranda-saien-media.jp">お問い合わせ</a></p>',
      people: [
        { name: '中村明子', role: 'marketing' },
        { name: '小林翔太', role: 'editor' },
      ],
      emails: ['team@veranda-saien-media.jp'],
    },
    {
      heading: '特定商取引法に基づく表記',
      html: '<table><tr><th>運営責任者</th><td>加藤美咲</td></tr><tr><th>E-mail</th><td>misaki＠kato-saien.jp</td></tr></table>',
      people: [{ name: '加藤美咲', role: 'founder' }],
      emails: ['misaki@kato-saien.jp'],
    },
  ],
};
