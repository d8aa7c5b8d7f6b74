import type { PageSet } from './page-set.ts';

export const chinese: PageSet = {
  language: 'zh',
  site: '阳台菜园',
  headline: '怎样在小阳台上种番茄',
  text: [
    '番茄需要阳光、水和足够深的花盆。如果阳台朝南，大多数品种都能长得很好。',
    '早上浇水，不要浇在叶子上。几个星期以后就会开出第一批花。',
  ],
  menu: ['首页', '菜园', '食谱', '联系我们'],
  photoCredit: '摄影：马志强',
  comment: '<b>孙丽华</b> 说：',
  related: '相关文章',
  articles: [
    { top: '<p>作者：王小梅</p>', authors: ['王小梅'] },
    { top: '<span>2024年3月3日 作者：<a href="/author/liwei/">李伟</a> 来源：阳台菜园</span>', authors: ['李伟'] },
    { top: '<div>文／陈美玲</div>', authors: ['陈美玲'] },
    { top: '<p>文：赵建国　图：马志强</p>', authors: ['赵建国'] },
    { top: '<p>作者：王小梅、李伟</p>', authors: ['王小梅', '李伟'] },
    { top: '<p>撰文：欧阳明月</p>', authors: ['欧阳明月'] },
    { end: '<div><h4>作者简介</h4><p>周晓燕</p></div>', authors: ['周晓燕'] },
    { end: '<div><h4>关于作者</h4><p>吴志远，园艺专栏作家，在屋顶种菜。</p></div>', authors: ['吴志远'] },
    { top: '<p>本报记者 黄丽</p>', authors: ['黄丽'] },
    { top: '<p>记者：徐文博</p>', authors: ['徐文博'] },
    { top: '<p>2023-09-12 10:30　记者 朱海涛 报道</p>', authors: ['朱海涛'] },
    { top: '<p>撰稿人：胡静怡</p>', authors: ['胡静怡'] },
    { end: '<p>（作者：郭晓峰）</p>', authors: ['郭晓峰'] },
    { top: '<p>原創 | 作者 林雅婷</p>', authors: ['林雅婷'] },
    { end: '<p>翻译：马志强</p>', authors: [] },
    { top: '<p>作者：本站编辑部</p>', authors: [] },
    { headline: '文化与作者：走进苏州的花园', top: '<p>2024年5月5日</p>', authors: [] },
    { end: '<p>责任编辑：郭晓峰</p>', authors: [] },
  ],
  imprints: [
    {
      heading: '关于我们',
      html: '<p>阳台菜园传媒有限公司</p><p>总编辑：王小梅</p><p>邮箱：info@yangtai-caiyuan-media.cn</p>',
      people: [{ name: '王小梅', role: 'editor' }],
      emails: ['info@yangtai-caiyuan-media.cn'],
    },
    {
      heading: '联系我们',
      html: '<p>创始人：李伟</p><p>电子邮件：liwei#liwei-caiyuan.cn（请将#换成@）</p>',
      people: [{ name: '李伟', role: 'founder' }],
      emails: ['liwei@liwei-caiyuan.cn'],
    },
    {
      heading: '我们的团队',
      html: '<h3>陈美玲</h3><p>市场总监</p><h3>赵建国</h3><p>编辑</p><p><a href="mailto:team@yangtai-caiyuan-media.cn">写信给我们</a></p>',
      people: [
        { name: '陈美玲', role: 'marketing' },
        { name: '赵建国', role: 'editor' },
      ],
      emails: ['team@yangtai-caiyuan-media.cn'],
    },
    {
      heading: '法律声明',
      html: '<p>负责人：周晓燕</p><p>苏州市花园路3号</p><p>电邮：xiaoyan＠zhou-caiyuan.cn</p>',
      people: [{ name: '周晓燕', role: 'founder' }],
      emails: ['xiaoyan@zhou-caiyuan.cn'],
    },
  ],
};
