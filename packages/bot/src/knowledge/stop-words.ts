/** Words that say nothing about what a question is about. */
export const stopWords = new Set(
  `a about after all also am an and any anyone anything are as at be because been before being but by can cant could
  did do does doing dont each else ever few for from further get gets getting give go going got had has have having he
  hello help her here hey hi him his how i id if ill im in info information into is isnt it its ive just kind kindly
  know let like long lot many may maybe me might mine more most much must my myself need no nor not now of off oh ok okay
  on once one only or other our ours out over own people per perhaps please possible question quick really same say
  she should so some somebody someone something sort still such sure tell than thank thanks that the their them then
  there these they thing things this those through to too u under until up upon us use using very via want wanna was we
  well were what whats when where which while who whom why will wish with without wont wonder wondering would wouldnt y
  yeah yes yet you your yours guys actually anyway currently today around bit able allow allowed available accept offer
  offers provide sell sells take takes mean means work works happen happens look looking make makes way think come
  comes idea find see`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
