// Installs the plugin on a world and steps it.
#include <btBulletDynamicsCommon.h>
#include <condyle/bullet.h>

int main() {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  condyle::bullet::Plugin plugin(world);
  world.stepSimulation(1.0 / 240, 0);
  return plugin.pairs().empty() ? 0 : 1;
}
